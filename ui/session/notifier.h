#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QCoreApplication>

#include "library/watch/watch_event.h"
#include "ui/models/run_entry.h"
#include "ui/session/notification.h"
#include "ui/vault/vault_outcome.h"
#include "ui/vault/vault_view.h"

namespace stepvault::ui {

/// Decides what is worth telling, once for each event. Knows no desktop, no clock and no settings.
class Notifier {
    Q_DECLARE_TR_FUNCTIONS(stepvault::ui::Notifier)

 public:
    using Time = std::chrono::steady_clock::time_point;

    /// How long a run has to be live without a break before the same is told of it again.
    static constexpr std::chrono::minutes calm{10};

    /// Of runs that were not live since they were first seen nothing is told, as it happened before.
    std::vector<Notification> takeRuns(const std::vector<RunEntry>& runs, Time now);
    /// A run whose filing fails is told of again only after one of its checkpoints was filed.
    std::optional<Notification> takeEvent(const WatchEvent& event);
    /// The watching as a whole ended with an error, and begins again.
    std::optional<Notification> takeWatchFailure(const QString& message);
    std::optional<Notification> takeDisk(const std::optional<DiskSpace>& disk);
    [[nodiscard]] bool isDiskLow() const { return isDiskLow_; }
    static std::optional<Notification> takeVerdict(const VerifyOutcome& outcome);

    /// Another vault is open now.
    void clear() { *this = Notifier(); }

 private:
    struct Run {
        RunState state = RunState::idle;
        bool wasLive = false;
        Time liveSince;
        std::set<NotificationKind> told;  ///< and not to be told again
    };
    static QString sentence(NotificationKind kind, const RunInfo& run);
    std::optional<Notification> takeRun(const RunInfo& info, Time now);

    std::map<std::string, Run> runs_;  ///< by id
    std::set<std::string> failing_;    ///< ids of runs, or places; empty for the watching itself
    bool isDiskLow_ = false;
};

}  // namespace stepvault::ui
