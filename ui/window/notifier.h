#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QCoreApplication>

#include "library/watch/watch_event.h"
#include "notify/event_tracker.h"
#include "ui/models/notification.h"
#include "ui/models/run_entry.h"
#include "ui/models/vault_outcome.h"
#include "ui/models/vault_view.h"

namespace stepvault::ui {

/// Decides which events are told, once for each event. Knows no desktop, no clock and no settings.
class Notifier {
    Q_DECLARE_TR_FUNCTIONS(stepvault::ui::Notifier)

 public:
    /// Leaves out runs that were never seen live, since their events happened earlier. `now`: seconds since
    /// the epoch.
    std::vector<Notification> takeRuns(const std::vector<RunEntry>& runs, double now);
    /// A run whose filing fails is told of again only after one of its checkpoints was filed.
    std::optional<Notification> takeEvent(const WatchEvent& event);
    /// The watching as a whole ended with an error, and begins again.
    std::optional<Notification> takeWatchFailure(const QString& message);
    std::optional<Notification> takeDisk(const std::optional<DiskSpace>& disk);
    [[nodiscard]] bool isDiskLow() const { return tracker_.is_disk_low(); }
    static std::optional<Notification> takeVerdict(const VerifyOutcome& outcome);

    /// The text of an event for the desktop and for a webhook.
    static Notification describe(const RunEvent& event);

    /// Another vault is open now.
    void clear() { *this = Notifier(); }

 private:
    EventTracker tracker_;
    std::set<std::string> failing_;  ///< ids of runs, or places; empty for the watching itself
};

}  // namespace stepvault::ui
