// The runs that are compared, a row each: the table's, and the legend's, which shows the first column.
#pragma once

#include <map>
#include <set>
#include <vector>

#include <QAbstractTableModel>

#include "ui/models/comparison.h"
#include "ui/text/shared_names.h"

namespace stepvault::ui {

class CompareModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column {
        Run,
        State,
        LastStep,
        LastValue,
        Best,
        BestStep,
        Stored,
        Ratio,
        RelativeError,
        ColumnCount
    };
    enum Role {
        SortRole = Qt::UserRole + 1,  ///< a number or text; invalid for none
        IdRole,
        BestStepRole,  ///< qlonglong; invalid for none
        LastStepRole,  ///< qlonglong; invalid for none
        ColorRole,     ///< see seriesPen()
        ShownRole,     ///< bool: its curve is drawn
        EmphasisRole,  ///< bool: see setEmphasis()
    };
    /// More curves than these are not drawn at once.
    static constexpr std::size_t mostShown = 30;

    explicit CompareModel(QObject* parent = nullptr);

    /// Runs stay shown or hidden. New runs are shown while there is room, the best first. A run
    /// keeps its colour where no better run has it; colours do not change while the run stays in the
    /// comparison.
    void setComparison(Comparison comparison);
    [[nodiscard]] const Comparison& comparison() const { return comparison_; }
    /// False where the run lacks the metric, or as many are shown as can be.
    bool toggle(int row);
    /// The run that the mouse is over, in chart, legend or table; empty: none.
    void setEmphasis(const QString& id);
    [[nodiscard]] bool isShown(std::size_t run) const { return drawn_[run]; }
    [[nodiscard]] std::size_t shownCount() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
    void shownChanged();

 private:
    [[nodiscard]] const SeriesPoint* best(const ComparedRun& run) const;  ///< nullptr for none
    [[nodiscard]] QString text(const ComparedRun& run, int column) const;
    [[nodiscard]] QVariant sortKey(const ComparedRun& run, int column) const;
    [[nodiscard]] QString toolTip(std::size_t row, int column) const;
    /// `ranking`: indices of runs, the best first.
    void dealColors(Comparison& comparison, const std::vector<std::size_t>& ranking);
    void updateDrawn();

    Comparison comparison_;
    std::set<std::string> shown_;                ///< ids
    std::map<std::string, std::size_t> colors_;  ///< by id
    std::vector<bool> drawn_;
    std::vector<ShortName> shortNames_;  ///< of the runs
    std::string emphasis_;               ///< id
};

}  // namespace stepvault::ui
