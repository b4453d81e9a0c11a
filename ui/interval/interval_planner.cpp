#include "ui/interval/interval_planner.h"

#include <utility>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

constexpr int sliderMs = 100;
constexpr int growthMs = 2000;

/// A run that has reached its planned end is planned as what could have been.
Result<PlanReport> planOrReplay(VaultHandle& library, const RunInfo& run, const PlanOptions& options) {
    auto report = library.queries().plan(run.row.id, options);
    const bool nothingToCome = !report && report.error().code == ErrorCode::invalid_argument &&
                               run.last_step.value_or(0) > 0 && !options.from && !options.steps;
    if (!nothingToCome) return report;
    PlanOptions past = options;
    past.from = 0;
    past.steps = static_cast<std::uint64_t>(*run.last_step);
    return library.queries().plan(run.row.id, past);
}

}  // namespace

IntervalPlanner::IntervalPlanner(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &IntervalPlanner::begin);
}

IntervalPlanner::~IntervalPlanner() = default;

void IntervalPlanner::setRun(const std::shared_ptr<VaultHandle>& library, const RunInfo& run,
                             const PlanOptions& options) {
    const bool another = library != library_ || run.row.id != run_.row.id;
    const bool grown = run.last_step != run_.last_step || run.last_loss != run_.last_loss ||
                       run.checkpoints != run_.checkpoints || run.loss_tag != run_.loss_tag;
    library_ = library;
    run_ = run;
    if (another) {
        cancelSimulation();
        runner_.abandon(std::exchange(job_, 0));
        timer_.stop();
        stale_ = false;
        estimatedStall_.reset();
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
    // Measured once a run, since that writes as much as a checkpoint has.
    const bool keepsStall = !options.stall && estimatedStall_;
    if (keepsStall) options.stall = estimatedStall_;
    job_ = runner_.start(
        Lane::planning, this,
        [library = library_, run = run_, options, keepsStall](const JobContext& job) -> Result<Planned> {
            STEPVAULT_TRY(job.check());
            STEPVAULT_ASSIGN(report, planOrReplay(*library, run, options));
            if (keepsStall) report.stall.origin = Origin::estimated;
            std::vector<MetricPoint> losses;
            if (!run.loss_tag.empty()) {
                STEPVAULT_ASSIGN(points, library->queries().points(run.row.id, run.loss_tag));
                losses = std::move(points);
            }
            return std::make_shared<const IntervalView>(
                makeIntervalView(std::move(report), run.loss_tag, losses));
        },
        [this](Result<Planned> result) { take(std::move(result)); });
}

void IntervalPlanner::take(Result<Planned> result) {
    job_ = 0;
    if (!result) {
        emit failed(toQString(result.error().message));
    } else {
        const auto& stall = (*result)->report->stall;
        if (stall.origin == Origin::estimated) estimatedStall_ = stall.value;
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
