#pragma once

#include <memory>

#include <QWidget>

#include "ui/jobs/job_runner.h"
#include "ui/models/compare_model.h"
#include "ui/session/comparison_reader.h"

class QAction;
class QLabel;
class QSortFilterProxyModel;
class QSplitter;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace stepvault::ui {

class CompareCard;
class ElidedLabel;
class PanelBoard;
class ParamsCard;
class SegmentControl;
class Theme;

/// Several runs in one chart, and below it in numbers. Reads its contents on a worker thread.
class ComparePage : public QWidget {
    Q_OBJECT

 public:
    ComparePage(const Theme& theme, JobRunner& runner, QWidget* parent = nullptr);

    /// Also reads points that were added since the last call.
    void setRuns(const std::shared_ptr<VaultHandle>& library, std::vector<ComparedRequest::Run> runs);
    /// Sets the action of the export button.
    void setExportAction(QAction* action);
    /// Lets go of the vault.
    void clear();
    /// Everything that was asked for is shown.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] CompareCard& card() { return *card_; }
    [[nodiscard]] ParamsCard& params() { return *params_; }
    [[nodiscard]] PanelBoard& panels() { return *panels_; }
    /// One chart, a panel for each metric, or hyperparameters.
    [[nodiscard]] SegmentControl& view() { return *view_; }
    [[nodiscard]] QTableView& table() { return *table_; }
    [[nodiscard]] const CompareModel& model() const { return model_; }

 signals:
    void runActivated(const QString& id);
    /// The checkpoint of the run that is nearest to `step`.
    void restoreChosen(const QString& run, std::int64_t step);

 private:
    QWidget* makeTable(const Theme& theme);
    void read();
    void showView(int index);
    void showMenu(const QPoint& place);
    /// The runs that the chart draws, in the same colours.
    void showPanelRuns();
    void take(Result<Comparison> result);

    JobRunner& runner_;
    std::shared_ptr<VaultHandle> library_;
    std::shared_ptr<ComparisonReader> reader_;
    ComparedRequest request_;
    JobId job_ = 0;
    bool stale_ = false;
    CompareModel model_;
    QSortFilterProxyModel* sorted_;
    QLabel* title_;
    ElidedLabel* note_;
    QToolButton* export_;
    CompareCard* card_;
    QTableView* table_;
    SegmentControl* view_;
    PanelBoard* panels_;
    ParamsCard* params_;
    QStackedLayout* stack_;
};

}  // namespace stepvault::ui
