#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "notify/event_tracker.h"

namespace stepvault {

/// All that watchers of one vault must agree on about the events for one webhook.
struct EventHistory {
    EventTracker tracker;
    std::vector<RunEvent> unsent;  ///< the oldest first
};

/// The file in the vault for the webhook with this key (Webhook::key()), and the lock that guards it. Both
/// may be deleted at any time; then only events from then on are told.
std::filesystem::path history_file(const std::filesystem::path& vault, const std::string& webhook_key);
std::filesystem::path history_lock(const std::filesystem::path& vault, const std::string& webhook_key);

/// The contents of a file; equal for histories that make no difference.
std::string history_text(const EventHistory& history);
/// A missing file is an empty history. ErrorCode::corrupt for a file that is damaged.
Result<EventHistory> read_history(const std::filesystem::path& file);
/// Publishes the file atomically.
Status write_history(const std::filesystem::path& file, const EventHistory& history);

}  // namespace stepvault
