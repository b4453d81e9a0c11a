#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "library/maintenance/vault_report.h"
#include "library/services/vault_handle.h"
#include "library/watch/watch_event.h"
#include "notify/webhook_notifier.h"

namespace stepvault {

/// The run as an event tracker sees it.
RunSighting sighting_of(const RunInfo& run);
/// The places that a check found damaged, for Sighting::damaged.
std::set<std::string> damaged_places(const std::vector<DamageReport>& damage);

/// Which runs and folders wait for space on the vault's disk, by the events of watching. A full quota shows
/// there, but not in the free space. Not thread-safe.
class SpaceEvents {
 public:
    void take(const WatchEvent& event);
    [[nodiscard]] bool is_full() const { return !waiting_.empty(); }

 private:
    std::set<std::string> waiting_;
};

/// Tells a webhook of the events of all runs that are being watched, in a thread of its own, which never
/// delays the watching. Stands between the watcher and its observer.
class EventWatch : public WatchObserver {
 public:
    /// Called in the thread that sends.
    using Report = std::function<void(const WebhookNotifier::Outcome&)>;

    /// `vault` and `next` must outlive this object. `interval`: between two looks at the runs.
    EventWatch(VaultHandle& vault, WatchObserver& next, WebhookNotifier notifier, Report report,
               std::chrono::milliseconds interval = std::chrono::seconds(10));
    /// Gives up at once.
    ~EventWatch() override;
    EventWatch(const EventWatch&) = delete;
    EventWatch& operator=(const EventWatch&) = delete;

    void on_watch_event(const WatchEvent& event) override;
    /// Ends the thread after its last send, and takes a last look. Blocks for as long as sending takes.
    void finish(const std::stop_token& stop);

 private:
    void run(const std::stop_token& end, std::chrono::milliseconds interval);
    void look(const std::stop_token& stop);
    Status refresh();

    VaultHandle& vault_;
    WatchObserver& next_;
    WebhookNotifier notifier_;
    Report report_;
    std::optional<std::uint64_t> version_;  ///< of the catalog, when `runs_` was read
    std::vector<RunInfo> runs_;
    std::mutex mutex_;
    std::set<std::string> watched_;  ///< ids of runs
    SpaceEvents space_;
    std::stop_source abort_;  ///< ends a send
    std::jthread thread_;
};

}  // namespace stepvault
