#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "library/watch/watch_event.h"
#include "run/stability_tracker.h"

namespace stepvault {

/// The watcher's notes about one source that is not stored.
struct CandidateState {
    /// The last message about it.
    struct Told {
        WatchEvent::Kind kind{};
        std::string text;
    };
    Told told;
    std::optional<StabilityTracker::Time> retry;    ///< it failed: not before
    std::optional<StabilityTracker::Time> skipped;  ///< it was skipped: try again then
    std::optional<std::filesystem::path> pending;   ///< one of its files, while it is not skipped
    bool passed_over = false;                       ///< by the last scan
    std::optional<Fingerprint> restored;            ///< files with this fingerprint come from the vault
    bool waits_for_space = false;                   ///< since the last look

    /// True if a message has said why it is not stored.
    [[nodiscard]] bool is_explained() const { return skipped || passed_over || retry || waits_for_space; }
};

}  // namespace stepvault
