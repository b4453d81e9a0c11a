#pragma once

#include <filesystem>
#include <memory>

#include "ui/interval/interval_planner.h"
#include "ui/interval/interval_view.h"
#include "ui/pages/run_tab.h"

class QLabel;
class QPushButton;
class QStackedLayout;

namespace stepvault::ui {

class EmptyState;
class FollowCard;
class IntervalControls;
class JobRunner;
class OverheadCard;
class PlotView;
class ScheduleRows;
class Theme;

/// When the next checkpoints are worth their cost: one sentence, the losses to come, and what each way to
/// place checkpoints costs.
class IntervalPage : public RunTab {
    Q_OBJECT

 public:
    IntervalPage(const Theme& theme, JobRunner& runner, QWidget* parent = nullptr);

    void setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) override;
    [[nodiscard]] bool isSettled() const override;
    /// The recommended schedule, for the training hook; ".json" is added where it is missing.
    void exportPlan(std::filesystem::path file);

    /// 0 while nothing is simulated.
    [[nodiscard]] JobId simulation() const { return planner_->simulation(); }
    /// Null until there is a plan.
    [[nodiscard]] const std::shared_ptr<const IntervalView>& view() const { return view_; }
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString note() const;
    [[nodiscard]] PlotView& plot() { return *plot_; }
    [[nodiscard]] ScheduleRows& rows() { return *rows_; }
    [[nodiscard]] OverheadCard& overhead() { return *overhead_; }
    [[nodiscard]] IntervalControls& controls() { return *controls_; }
    [[nodiscard]] FollowCard& follow() { return *follow_; }
    [[nodiscard]] QPushButton& followButton() { return *followButton_; }

 protected:
    void hideEvent(QHideEvent* event) override;

 private:
    QWidget* makeContent();
    QWidget* makeCurves();
    QWidget* makeControls();
    void connectParts();
    void take(const std::shared_ptr<const IntervalView>& view);
    void takeFailure(const QString& message);
    void chooseExport();

    const Theme& theme_;
    JobRunner& runner_;
    IntervalPlanner* planner_;
    RunInfo run_;
    int color_ = 0;
    std::shared_ptr<const IntervalView> view_;
    JobId export_ = 0;
    QLabel* sentence_;
    QLabel* verdict_;
    QLabel* note_;
    PlotView* plot_;
    ScheduleRows* rows_;
    OverheadCard* overhead_;
    IntervalControls* controls_;
    FollowCard* follow_;
    QPushButton* exportButton_;
    QPushButton* followButton_;
    EmptyState* empty_;
    QStackedLayout* stack_ = nullptr;
    QStackedLayout* side_ = nullptr;
};

}  // namespace stepvault::ui
