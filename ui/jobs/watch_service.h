// Watches the run folders of one vault.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <QObject>

#include "library/library.h"
#include "ui/jobs/job_progress.h"

namespace stepvault::ui {

/// GUI thread; one thread of its own runs Library::watch. Signals come on the GUI thread, in order.
class WatchService : public QObject, private WatchObserver {
    Q_OBJECT

 public:
    explicit WatchService(std::shared_ptr<Library> library, QObject* parent = nullptr);
    /// Asks the watching to stop and waits for it.
    ~WatchService() override;

    /// Replaces the folders; with none nothing is watched.
    void setFolders(std::vector<std::filesystem::path> folders);
    [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return folders_; }

 signals:
    void eventSeen(const stepvault::WatchEvent& event);
    void progressed(const stepvault::ui::JobProgress& progress);
    /// Watching ended with an error; it begins again after some seconds.
    void failed(const QString& message);

 private:
    void on_watch_event(const WatchEvent& event) override;
    void run(const std::stop_token& stop);
    Status watchOnce(const std::vector<std::filesystem::path>& roots, const std::stop_token& stop);

    std::shared_ptr<Library> library_;
    std::vector<std::filesystem::path> folders_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::vector<std::filesystem::path> wanted_;
    bool dirty_ = false;
    std::stop_source round_;
    std::jthread thread_;
};

}  // namespace stepvault::ui
