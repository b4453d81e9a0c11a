#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "library/services/vault_handle.h"

namespace stepvault::ui {

/// A thread that runs Watcher::watch, begins it again with other folders and after a failure. Thread-safe.
/// The destructor asks it to stop and waits for it, which may take as long as a chunk.
class Watching : private WatchObserver {
 public:
    /// Called in the watching thread.
    struct Listener {
        std::function<void()> begun;  ///< before the first event after each beginning
        std::function<void(const WatchEvent&)> event;
        std::function<void(const Progress&)> progress;
        std::function<void(const Error&)> failed;
    };

    Watching(std::shared_ptr<VaultHandle> library, Listener listener);
    ~Watching() override;

    /// With none nothing is watched.
    void setFolders(std::vector<std::filesystem::path> folders);
    /// Asks it to stop. Once this returns the listener is not called any more.
    void leave();

 private:
    void on_watch_event(const WatchEvent& event) override;
    void run(const std::stop_token& stop);
    Status watchOnce(const std::vector<std::filesystem::path>& roots, const std::stop_token& stop);
    /// Calls the function, unless the watching was left.
    void tell(const std::function<void(const Listener&)>& what);

    std::shared_ptr<VaultHandle> library_;
    std::mutex listening_;
    std::optional<Listener> listener_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::vector<std::filesystem::path> wanted_;
    bool dirty_ = false;
    std::stop_source round_;
    std::jthread thread_;
};

}  // namespace stepvault::ui
