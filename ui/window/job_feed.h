#pragma once

#include <QObject>

#include "ui/jobs/job_progress.h"
#include "ui/jobs/job_runner.h"
#include "ui/window/window_pages.h"

namespace stepvault::ui {

class ActivityStrip;
class CheckpointCommands;
class NoticeBar;
class VaultDoor;

/// Gives each running job its title in the activity strip, and cancels it from there.
class JobFeed : public QObject {
    Q_OBJECT

 public:
    /// The references outlive the object.
    JobFeed(JobRunner& runner, const WindowPages& pages, const RestoreController& restore,
            CheckpointCommands& checkpoints, VaultDoor& door, ActivityStrip& activity,
            QObject* parent = nullptr);

 private:
    void report(JobId id, const JobProgress& progress);
    void connectUnmeasured();
    [[nodiscard]] QString titleOf(JobId id, const JobProgress& progress) const;
    [[nodiscard]] QString restoreTitle() const;

    WindowPages pages_;
    const RestoreController& restore_;
    CheckpointCommands& checkpoints_;
    VaultDoor& door_;
    ActivityStrip& activity_;
};

}  // namespace stepvault::ui
