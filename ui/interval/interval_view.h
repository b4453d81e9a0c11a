// The contents of the page Interval for a plan.
#pragma once

#include <memory>
#include <vector>

#include <QString>

#include "library/summary/plan_report.h"
#include "library/summary/run_info.h"
#include "metrics/metric_source.h"
#include "ui/charts/plot_point.h"

namespace stepvault::ui {

struct ScheduleView {
    ScheduleKind kind = ScheduleKind::even;
    bool recommended = false;
    bool clamped = false;
    std::vector<std::int64_t> steps;  ///< of the run, ascending
    OverheadCosts overhead;           ///< by value, as shares of the training
    double wall = 0;                  ///< overhead in wall time, as a share of the training
    QString name;
    QString meaning;  ///< a sentence
};

/// Plain value; made in any thread.
struct IntervalView {
    std::shared_ptr<const PlanReport> report;
    QString tag;  ///< of the losses; empty for none
    std::vector<PlotPoint> losses;
    std::vector<PlotPoint> smooth;  ///< empty where that is no smoother
    PlotForecast forecast;
    std::vector<ScheduleView> schedules;  ///< as in the plan: the first is recommended
    bool ended = false;                   ///< the plan is made in hindsight
    QString sentence;                     ///< the advice, or that the run has ended
    QString hindsight;                    ///< the best plan in hindsight, for a run that has ended
    QString verdict;                      ///< on the trend of the losses
};

IntervalView makeIntervalView(PlanReport report, const RunInfo& run, const std::vector<MetricPoint>& losses,
                              bool ended);

}  // namespace stepvault::ui
