#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "base/file_lock.h"
#include "notify/event_history.h"
#include "notify/webhook_message.h"

namespace stepvault {

/// A vault as a watcher sees it at one moment.
struct Sighting {
    double time = 0;                     ///< seconds since the epoch
    std::vector<RunSighting> runs = {};  ///< some or all
    std::optional<DiskSpace> disk = {};
    bool is_full = false;  ///< writing fails for lack of space
    /// The damaged places that a complete check has found since the last sighting; nullopt: there was none.
    std::optional<std::set<std::string>> damaged = {};
};

/// Tells a webhook of a vault's events, each once, whoever watches the vault: the watchers share a history in
/// the vault, and one sends while it holds the history's lock. An event that could not be sent stays in the
/// history for a day. Where the vault cannot be written, the history is in memory alone. Not thread-safe;
/// look() blocks, so it has a thread of its own.
class WebhookNotifier {
 public:
    /// Called in the thread of look().
    using Wording = std::function<EventText(const RunEvent&)>;

    /// How patiently to send.
    struct Timing {
        HttpTimeouts http;
        int attempts = 3;                       ///< at once, in one look
        std::chrono::milliseconds pause{1000};  ///< after the first of them; doubles
        double shortest_wait = 30;              ///< seconds until the next look that sends; doubles
        double longest_wait = 900;
    };

    /// `kinds`: the events to tell of.
    WebhookNotifier(std::filesystem::path vault, Webhook webhook, std::set<EventKind> kinds, Wording wording);
    WebhookNotifier(std::filesystem::path vault, Webhook webhook, std::set<EventKind> kinds, Wording wording,
                    Timing timing);

    /// The result of one look.
    struct Outcome {
        std::vector<RunEvent> sent;
        /// Why an event could not be sent, unless the look before failed for the same reason. Names no more
        /// of the webhook than its place.
        std::optional<Error> problem;
    };
    /// Finds the events since the last sighting, of this watcher or another, and sends them. Does nothing
    /// while another watcher sends. A stop ends it at once.
    Outcome look(const Sighting& sighting, const std::stop_token& stop);

 private:
    [[nodiscard]] Result<FileLock> lock_history() const;
    void load();
    /// Writes the history if it has changed.
    void save();
    void take(const Sighting& sighting);
    void drop_stale(double now);
    void send(double now, const std::stop_token& stop, Outcome& outcome);

    std::filesystem::path vault_;
    Webhook webhook_;
    std::set<EventKind> kinds_;
    Wording wording_;
    Timing timing_;
    EventHistory history_;
    std::string saved_;  ///< text of the file
    bool is_locked_ = false;
    bool is_unsaved_ = false;                       ///< the file lacks what `history_` has
    std::optional<std::set<std::string>> damaged_;  ///< found, but not in the history yet
    double next_try_ = 0;                           ///< seconds since the epoch
    double wait_ = 0;                               ///< seconds
    std::string told_problem_;
};

/// Sends one request, with another attempt where that may help. Errors name no more of the webhook than its
/// place.
Status send_to_webhook(const Webhook& webhook, const HttpRequest& request,
                       const WebhookNotifier::Timing& timing, const std::stop_token& stop);

}  // namespace stepvault
