// Decides whether a checkpoint is still being written.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "run/checkpoint_scanner.h"

namespace stepvault {

/// Identities of all files of a candidate, in order; any difference means a change.
struct Fingerprint {
    std::vector<FileIdentity> files;
    bool operator==(const Fingerprint&) const = default;
};

/// The current fingerprint of the files; ErrorCode::not_found where a file is gone.
Result<Fingerprint> fingerprint(const CheckpointCandidate& candidate);

/// True if a process (of this user, on this machine) has one of the files open for writing: /proc/*/fd.
bool has_writer(const Fingerprint& fingerprint);

/// Waits until a candidate has not changed for a while. The caller gives the time; there is no clock inside.
class StabilityTracker {
 public:
    using Time = std::chrono::sys_time<std::chrono::nanoseconds>;

    enum class State {
        settling,  ///< first seen, or changed, too recently
        settled,
        stuck,  ///< settled before, still checked (incomplete, or with a writer), and unchanged for 10
                ///< minutes
    };

    /// `quiet`: the time without changes that is required (2 s locally, 30 s on network file systems).
    explicit StabilityTracker(std::chrono::nanoseconds quiet = std::chrono::seconds(2));

    /// Reports a look at `key` at time `now`. A file whose modification and change times are `quiet` in the
    /// past at the first look is settled at once; a time in the future counts as unknown, so two equal looks
    /// decide. Call forget() for stored checkpoints, whose keys are not looked at again.
    State look(const std::string& key, const Fingerprint& fingerprint, Time now);
    /// Time until look() could return settled.
    [[nodiscard]] std::chrono::nanoseconds remaining(const std::string& key, Time now) const;
    void forget(const std::string& key);
    /// Forgets all other keys.
    void keep_only(const std::set<std::string>& keys);

 private:
    struct Seen {
        Fingerprint fingerprint;
        Time since;         ///< last known change
        bool told = false;  ///< look() has returned settled
    };
    std::chrono::nanoseconds quiet_;
    std::map<std::string, Seen> seen_;
};

/// True for NFS, SMB, FUSE and similar, where inotify misses changes and times are coarse.
bool is_network_file_system(const std::filesystem::path& path);

}  // namespace stepvault
