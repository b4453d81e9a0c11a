// The runs in groups: a heading for each state, or each folder, that has any, then its runs; or without
// groups.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <QAbstractListModel>

#include "ui/models/run_arrangement.h"
#include "ui/models/run_entry.h"
#include "ui/models/run_filter.h"
#include "ui/text/shared_names.h"

namespace stepvault::ui {

/// Headings can't be selected.
class RunListModel : public QAbstractListModel {
    Q_OBJECT

 public:
    enum Role {
        IsHeadingRole = Qt::UserRole + 1,
        IdRole,
        StateRole,    ///< int of RunState; of a heading above a folder it means nothing
        LossRole,     ///< text: the last loss; the count of checkpoints where there is no loss
        BytesRole,    ///< text: the run's bytes in the vault, their ratio, the last step; empty without any
        SparkRole,    ///< QList<double>
        ColorRole,    ///< int, index of the series colour
        ProblemRole,  ///< text: why checkpoints of the run are not filed; empty if they are
        FavouriteRole,
        PlaceRole,  ///< text: title of the run's vault; empty while one vault is shown, or the name has it
        IsOldRole,  ///< the run's vault cannot be read now
    };

    explicit RunListModel(QObject* parent = nullptr);

    void setRuns(std::vector<RunEntry> runs);
    /// Why checkpoints are not filed, by the runs' ids.
    void setProblems(std::map<std::string, QString> problems);
    /// Shows only runs that RunFilter(text) matches.
    void setFilter(const QString& text);
    [[nodiscard]] std::size_t matchCount() const;
    void setArrangement(const RunArrangement& arrangement);
    /// While held, runs stay where they are and new ones come last, so that the pointer meets no moved row.
    /// A new filter or arrangement applies at once.
    void setHeld(bool isHeld);
    [[nodiscard]] const RunArrangement& arrangement() const { return arrangement_; }
    [[nodiscard]] const std::vector<RunEntry>& runs() const { return runs_; }
    [[nodiscard]] QModelIndex indexOf(const QString& id) const;
    [[nodiscard]] QString firstRun() const;  ///< id of the topmost, empty for none
    /// nullptr for none of this id, whether it passes the filter or not.
    [[nodiscard]] const RunEntry* find(const QString& id) const;
    /// By the order in which runs were made, so that a run keeps its colour.
    [[nodiscard]] int colorOf(const QString& id) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    static QString stateName(RunState state);

 private:
    struct Row {
        std::optional<std::size_t> run;  ///< index in runs_, none for a heading
        RunState state = RunState::idle;
        QString id;
        QString title = {};  ///< of a heading

        bool operator==(const Row& other) const { return id == other.id && title == other.title; }
    };

    [[nodiscard]] std::vector<Row> arrange() const;
    /// The rows as they are, without runs that have gone, and with new ones at the end.
    [[nodiscard]] std::vector<Row> continued() const;
    /// Those that pass the filter, group after group.
    [[nodiscard]] std::vector<std::size_t> ordered() const;
    [[nodiscard]] QString groupOf(const RunInfo& info) const;
    void rearrange();
    void setRows(std::vector<Row> rows);

    std::vector<RunEntry> runs_;
    std::unordered_map<std::string, int> colors_;  ///< by run
    std::map<std::string, QString> problems_;      ///< by run
    std::vector<ShortName> shortNames_;            ///< of the runs
    QString filterText_;
    RunFilter filter_;
    RunArrangement arrangement_;
    bool isHeld_ = false;
    std::vector<Row> rows_;
};

}  // namespace stepvault::ui
