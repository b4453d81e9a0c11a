// The runs, grouped by state: a heading for each state that has any, then its runs.
#pragma once

#include <optional>
#include <vector>

#include <QAbstractListModel>

#include "ui/models/run_entry.h"

namespace stepvault::ui {

/// Headings can't be selected.
class RunListModel : public QAbstractListModel {
    Q_OBJECT

 public:
    enum Role {
        IsHeadingRole = Qt::UserRole + 1,
        IdRole,
        StateRole,  ///< int of RunState
        LossRole,   ///< text; the count of checkpoints where there is no loss
        SparkRole,  ///< QList<double>
        ColorRole,  ///< int, index of the series colour
    };

    explicit RunListModel(QObject* parent = nullptr);

    void setRuns(std::vector<RunEntry> runs);
    /// Shows only runs whose name or folder contains `text`.
    void setFilter(const QString& text);
    [[nodiscard]] const std::vector<RunEntry>& runs() const { return runs_; }
    [[nodiscard]] QModelIndex indexOf(const QString& id) const;
    [[nodiscard]] QString firstRun() const;  ///< id of the topmost, empty for none
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

        bool operator==(const Row& other) const { return state == other.state && id == other.id; }
    };

    [[nodiscard]] std::vector<Row> arrange() const;
    void rearrange();

    std::vector<RunEntry> runs_;
    QString filter_;
    std::vector<Row> rows_;
};

}  // namespace stepvault::ui
