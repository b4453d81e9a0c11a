#pragma once

#include <filesystem>
#include <memory>

#include "ui/interval/interval_planner.h"
#include "ui/interval/interval_view.h"
#include "ui/session/run_tab.h"

class QBoxLayout;
class QLabel;
class QStackedLayout;

namespace stepvault::ui {

class AppSettings;
class ComparisonPanel;
class EmptyState;
class FollowCard;
class IntervalControls;
class JobRunner;
class PlanCard;
class PlotView;
class Theme;

/// When the next checkpoints are worth their cost: one sentence, one chart of the losses to come with the
/// saves that the plan recommends, and one button that has the plan followed. Of a run that has ended it says
/// so, and what would have been best.
class IntervalPage : public RunTab {
    Q_OBJECT

 public:
    /// `theme`, `runner` and `settings` outlive the page.
    IntervalPage(const Theme& theme, JobRunner& runner, AppSettings& settings, QWidget* parent = nullptr);

    void setRun(const std::shared_ptr<VaultHandle>& library, const RunSnapshot& run, int color) override;
    [[nodiscard]] bool isSettled() const override;
    /// The recommended schedule, for the training hook; ".json" is added where it is missing.
    void exportPlan(std::filesystem::path file);

    /// 0 while nothing is simulated.
    [[nodiscard]] JobId simulation() const { return planner_->simulation(); }
    /// Null until there is a plan.
    [[nodiscard]] const std::shared_ptr<const IntervalView>& view() const { return view_; }
    [[nodiscard]] QString sentence() const;
    /// Below it; empty for none.
    [[nodiscard]] QString hindsight() const;
    [[nodiscard]] PlotView& plot() { return *plot_; }
    [[nodiscard]] PlanCard& plan() { return *plan_; }
    [[nodiscard]] IntervalControls& controls();
    [[nodiscard]] FollowCard& follow() { return *follow_; }
    [[nodiscard]] ComparisonPanel& comparison() { return *comparison_; }

 protected:
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    QWidget* makeContent();
    QWidget* makeCurves();
    void connectParts();
    void take(const std::shared_ptr<const IntervalView>& view);
    void takeFailure(const QString& message);
    void setPlanned(const IntervalView& view);
    void chooseExport();
    /// Room for the schedules' names beside the chart while they stand below it.
    void makeRoomForNames();

    JobRunner& runner_;
    AppSettings& settings_;
    IntervalPlanner* planner_;
    RunInfo run_;
    int color_ = 0;
    std::shared_ptr<const IntervalView> view_;
    JobId export_ = 0;
    QLabel* sentence_;
    QLabel* hindsight_;
    QLabel* verdict_;
    QLabel* key_;
    PlotView* plot_;
    PlanCard* plan_;
    FollowCard* follow_;
    ComparisonPanel* comparison_;
    EmptyState* empty_;
    QWidget* side_ = nullptr;
    QBoxLayout* columns_ = nullptr;
    QStackedLayout* stack_ = nullptr;
    QStackedLayout* sideStack_ = nullptr;
};

}  // namespace stepvault::ui
