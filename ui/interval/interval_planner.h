// Plans and simulations for the page of intervals.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QTimer>

#include "library/services/vault_handle.h"
#include "plan/simulation.h"
#include "ui/interval/interval_view.h"
#include "ui/jobs/job_runner.h"

namespace stepvault::ui {

/// GUI thread; the work is done on the runner's planning lane. Only the newest request is answered.
class IntervalPlanner : public QObject {
    Q_OBJECT

 public:
    using Planned = std::shared_ptr<const IntervalView>;

    explicit IntervalPlanner(JobRunner& runner, QObject* parent = nullptr);
    ~IntervalPlanner() override;

    /// Plans the run if it is another one or has gone on. A null library drops all that is under way.
    /// `estimatedStall`: the cost of a save that an earlier plan of the run estimated by the disk's speed.
    void setRun(const std::shared_ptr<VaultHandle>& library, const RunInfo& run, const PlanOptions& options,
                std::optional<double> estimatedStall);
    [[nodiscard]] std::optional<double> estimatedStall() const { return estimatedStall_; }
    /// Asked for soon again, as by a slider, only the last is planned.
    void setOptions(const PlanOptions& options);
    /// Plays the schedules of a plan; ended by what comes first of its end, cancelSimulation() and a new
    /// plan.
    void simulate(std::shared_ptr<const PlanReport> report);
    void cancelSimulation();
    [[nodiscard]] JobId simulation() const { return simulation_; }  ///< 0 for none
    [[nodiscard]] bool isSettled() const;

 signals:
    void planned(const std::shared_ptr<const stepvault::ui::IntervalView>& view);
    void failed(const QString& message);
    /// One for each schedule; none where it was cancelled.
    void simulated(const std::vector<stepvault::SimulatedCosts>& costs);

 private:
    void begin();
    void take(Result<Planned> result);
    void planLater();

    JobRunner& runner_;
    std::shared_ptr<VaultHandle> library_;
    RunInfo run_;
    PlanOptions options_;
    std::optional<double> estimatedStall_;
    QTimer timer_;
    JobId job_ = 0;
    JobId simulation_ = 0;
    bool stale_ = false;
};

}  // namespace stepvault::ui
