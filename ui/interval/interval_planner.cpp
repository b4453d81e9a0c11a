#include "ui/interval/interval_planner.h"

#include <utility>

#include "base/wall_clock.h"
#include "ui/interval/interval_sentence.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

constexpr int sliderMs = 100;
constexpr int growthMs = 2000;

struct PlanOrReplay {
    PlanReport report;
    bool isReplay = false;
};

/// The plan of a run that has ended is the plan that would have been best. A copy of a run's files has ended,
/// too, however young the files are.
Result<PlanOrReplay> planOrReplay(VaultHandle& library, const RunInfo& run, const PlanOptions& options,
                                  bool ended) {
    const bool hasPast = run.last_step.value_or(0) > 0;
    if (!ended || !hasPast) {
        auto report = library.queries().plan(run.row.id, options);
        const bool nothingToCome = !report && report.error().code == ErrorCode::invalid_argument && hasPast &&
                                   !options.from && !options.steps;
        if (!nothingToCome && (!report || !report->is_copy || !hasPast)) {
            if (!report) return report.error();
            return PlanOrReplay{*std::move(report), false};
        }
    }
    PlanOptions past = options;
    past.from = 0;
    past.steps = static_cast<std::uint64_t>(*run.last_step);
    STEPVAULT_ASSIGN(report, library.queries().plan(run.row.id, past));
    return PlanOrReplay{std::move(report), true};
}

}  // namespace

IntervalPlanner::IntervalPlanner(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &IntervalPlanner::begin);
}

IntervalPlanner::~IntervalPlanner() = default;

void IntervalPlanner::setRun(const std::shared_ptr<VaultHandle>& library, const RunInfo& run,
                             const PlanOptions& options, std::optional<double> estimatedStall) {
    const bool another = library != library_ || run.row.id != run_.row.id;
    const bool grown = run.last_step != run_.last_step || run.last_loss != run_.last_loss ||
                       run.checkpoints != run_.checkpoints || run.loss_tag != run_.loss_tag ||
                       run.state != run_.state;
    library_ = library;
    run_ = run;
    if (another) {
        cancelSimulation();
        runner_.abandon(std::exchange(job_, 0));
        timer_.stop();
        stale_ = false;
        estimatedStall_ = estimatedStall;
        options_ = options;
        if (library_) begin();
    } else if (grown && library_) {
        stale_ = true;
        planLater();
    }
}

void IntervalPlanner::setOptions(const PlanOptions& options) {
    options_ = options;
    if (library_) timer_.start(sliderMs);
}

void IntervalPlanner::planLater() {
    if (stale_ && job_ == 0 && simulation_ == 0 && !timer_.isActive()) timer_.start(growthMs);
}

void IntervalPlanner::begin() {
    cancelSimulation();
    runner_.abandon(job_);
    stale_ = false;
    PlanOptions options = options_;
    // Measured once a run: that writes as much as a checkpoint has, and gives another value each time.
    options.estimated_stall = estimatedStall_;
    job_ = runner_.start(
        Lane::planning, this,
        [library = library_, run = run_, options,
         now = unix_seconds()](const JobContext& job) -> Result<Planned> {
            STEPVAULT_TRY(job.check());
            STEPVAULT_ASSIGN(planned, planOrReplay(*library, run, options, hasEnded(run, now)));
            std::vector<MetricPoint> losses;
            if (!run.loss_tag.empty()) {
                STEPVAULT_ASSIGN(points, library->queries().points(run.row.id, run.loss_tag));
                losses = std::move(points);
            }
            return std::make_shared<const IntervalView>(
                makeIntervalView(std::move(planned.report), run, losses, planned.isReplay));
        },
        [this](Result<Planned> result) { take(std::move(result)); });
}

void IntervalPlanner::take(Result<Planned> result) {
    job_ = 0;
    if (!result) {
        emit failed(toQString(result.error().message));
    } else {
        const Figure<double>& stall = (*result)->report->stall;
        if (stall.origin == Origin::estimated && stall.samples == 0) estimatedStall_ = stall.value;
        emit planned(*result);
    }
    planLater();
}

void IntervalPlanner::simulate(std::shared_ptr<const PlanReport> report) {
    cancelSimulation();
    simulation_ = runner_.start(
        Lane::planning, this,
        [report = std::move(report)](const JobContext& job) -> Result<std::vector<SimulatedCosts>> {
            const auto& schedules = report->plan.schedules;
            std::vector<SimulatedCosts> all;
            for (const RatedSchedule& rated : schedules) {
                job.report({.done = all.size(),
                            .total = schedules.size(),
                            .item = std::string(schedule_name(rated.schedule.kind))});
                STEPVAULT_ASSIGN(
                    costs, stepvault::simulate(report->plan.stages, rated.schedule.boundaries(), {}, job));
                all.push_back(costs);
            }
            return all;
        },
        [this](Result<std::vector<SimulatedCosts>> costs) {
            simulation_ = 0;
            if (costs) {
                emit simulated(*costs);
            } else {
                emit simulated({});
            }
            planLater();
        });
}

void IntervalPlanner::cancelSimulation() {
    if (simulation_ == 0) return;
    runner_.abandon(std::exchange(simulation_, 0));
    emit simulated({});
}

bool IntervalPlanner::isSettled() const {
    return job_ == 0 && simulation_ == 0 && !timer_.isActive();
}

}  // namespace stepvault::ui
