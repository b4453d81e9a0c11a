// Bringing one checkpoint back, as the restore sheet shows it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <QObject>

#include "library/library.h"
#include "ui/dialogs/target_check.h"
#include "ui/jobs/job_runner.h"

namespace stepvault::ui {

/// GUI thread; asks the library on the runner's lanes.
class RestoreController : public QObject {
    Q_OBJECT

 public:
    enum class Phase { idle, preparing, ready, running, stopped, done, failed };

    explicit RestoreController(JobRunner& runner, QObject* parent = nullptr);

    /// What to restore from now on; ignored while one is running.
    void setCheckpoint(const std::shared_ptr<Library>& library, const RunRow& run,
                       const CheckpointRow& checkpoint);
    void setTarget(const std::filesystem::path& target);
    /// Replaces what is at the target, if the last look found something there.
    void start();
    void cancel();
    /// Forgets the checkpoint; what is running is stopped and its result dropped.
    void clear();

    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] bool canStart() const;
    [[nodiscard]] bool isEnoughSpace() const;
    [[nodiscard]] const RunRow& run() const { return run_; }
    [[nodiscard]] const CheckpointRow& checkpoint() const { return checkpoint_; }
    [[nodiscard]] const TargetCheck& target() const { return target_; }
    /// Why it can't be begun, or why it failed; empty for nothing.
    [[nodiscard]] const QString& problem() const { return problem_; }
    [[nodiscard]] JobId job() const { return restoreJob_; }
    [[nodiscard]] const RestoreReport& report() const { return report_; }

 signals:
    void changed();
    void finished();  ///< phase() is done, stopped or failed

 private:
    void takeTarget(Result<TargetCheck> check);
    void takeReport(Result<RestoreReport> report);
    void setPhase(Phase phase);

    JobRunner& runner_;
    std::shared_ptr<Library> library_;
    RunRow run_;
    CheckpointRow checkpoint_;
    TargetCheck target_;
    QString problem_;
    RestoreReport report_;
    Phase phase_ = Phase::idle;
    JobId checkJob_ = 0;
    JobId restoreJob_ = 0;
};

}  // namespace stepvault::ui
