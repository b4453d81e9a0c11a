// Watches the run folders of one vault.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <QObject>

#include "ui/jobs/job_progress.h"
#include "ui/jobs/throttled_sink.h"
#include "ui/jobs/watching.h"

namespace stepvault::ui {

/// GUI thread; one thread of its own runs Watcher::watch. Signals come on the GUI thread, in order.
class WatchService : public QObject {
    Q_OBJECT

 public:
    explicit WatchService(std::shared_ptr<VaultHandle> library, QObject* parent = nullptr);
    /// Asks the watching to stop and waits for it, unless it was released.
    ~WatchService() override;

    /// Replaces the folders; with none nothing is watched.
    void setFolders(std::vector<std::filesystem::path> folders);
    [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return folders_; }
    /// Begins anew at once, instead of waiting for the next look at a folder that failed.
    void retry();
    /// Asks the watching to stop, tells no more of it, and hands it over: who lets go of it last waits for
    /// its end. Nothing else is called then.
    [[nodiscard]] std::shared_ptr<Watching> release();

 signals:
    /// Watching begins, with other folders or anew.
    void begun();
    void eventSeen(const stepvault::WatchEvent& event);
    void progressed(const stepvault::ui::JobProgress& progress);
    /// Watching ended with an error; it begins again after some seconds.
    void failed(const QString& message);

 private:
    std::vector<std::filesystem::path> folders_;
    ThrottledSink sink_;
    std::shared_ptr<Watching> watching_;
};

}  // namespace stepvault::ui
