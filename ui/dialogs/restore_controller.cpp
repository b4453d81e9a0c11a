#include "ui/dialogs/restore_controller.h"

#include <utility>

namespace stepvault::ui {

RestoreController::RestoreController(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void RestoreController::setCheckpoint(const std::shared_ptr<Library>& library, const RunRow& run,
                                      const CheckpointRow& checkpoint) {
    if (phase_ == Phase::running) return;
    library_ = library;
    run_ = run;
    checkpoint_ = checkpoint;
    target_ = {};
    problem_.clear();
    runner_.abandon(checkJob_);
    checkJob_ = runner_.start(
        Lane::query, this,
        [library, run = run.id, id = checkpoint.id](const JobContext&) -> Result<TargetCheck> {
            STEPVAULT_ASSIGN(target, library->propose_output(run, id));
            return checkTarget(target);
        },
        [this](Result<TargetCheck> check) { takeTarget(std::move(check)); });
    setPhase(Phase::preparing);
}

void RestoreController::setTarget(const std::filesystem::path& target) {
    if (phase_ == Phase::running || phase_ == Phase::idle || target == target_.target) return;
    target_ = {.target = target, .exists = false, .isFolder = false, .volume = {}, .freeBytes = {}};
    problem_.clear();
    runner_.abandon(checkJob_);
    checkJob_ = runner_.start(
        Lane::query, this, [target](const JobContext&) { return checkTarget(target); },
        [this](Result<TargetCheck> check) { takeTarget(std::move(check)); });
    setPhase(Phase::preparing);
}

void RestoreController::takeTarget(Result<TargetCheck> check) {
    if (check.ok()) {
        target_ = std::move(*check);
        problem_.clear();
    } else {
        problem_ = QString::fromStdString(check.error().message);
    }
    setPhase(Phase::ready);
}

bool RestoreController::isEnoughSpace() const {
    return !target_.freeBytes || *target_.freeBytes >= checkpoint_.original_bytes;
}

bool RestoreController::canStart() const {
    const bool waiting = phase_ == Phase::ready || phase_ == Phase::stopped || phase_ == Phase::failed;
    return waiting && !target_.volume.empty() && isEnoughSpace();
}

void RestoreController::start() {
    if (!canStart()) return;
    RestoreRequest request;
    request.run = run_.id;
    request.checkpoint_id = checkpoint_.id;
    request.output = target_.target;
    request.replace = target_.exists;
    problem_.clear();
    restoreJob_ = runner_.start(
        Lane::work, this,
        [library = library_, request](const JobContext& job) { return library->restore(request, job); },
        [this](Result<RestoreReport> report) { takeReport(std::move(report)); });
    setPhase(Phase::running);
}

void RestoreController::cancel() {
    runner_.cancel(restoreJob_);
}

void RestoreController::clear() {
    runner_.abandon(checkJob_);
    runner_.abandon(restoreJob_);
    library_.reset();
    setPhase(Phase::idle);
}

void RestoreController::takeReport(Result<RestoreReport> report) {
    if (report.ok()) {
        report_ = std::move(*report);
        setPhase(Phase::done);
    } else if (report.error().code == ErrorCode::cancelled) {
        setPhase(Phase::stopped);
    } else {
        problem_ = QString::fromStdString(report.error().message);
        // Something came to stand there meanwhile: the next start says that it replaces it.
        if (report.error().code == ErrorCode::already_exists) target_.exists = true;
        setPhase(Phase::failed);
    }
    emit finished();
}

void RestoreController::setPhase(Phase phase) {
    phase_ = phase;
    emit changed();
}

}  // namespace stepvault::ui
