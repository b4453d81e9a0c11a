// Is a checkpoint still being written?
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

/// Identities of all files of a candidate, in order; any difference means it changed.
struct Fingerprint {
    std::vector<FileIdentity> files;
    bool operator==(const Fingerprint&) const = default;
};

/// Of the files as they are now; ErrorCode::not_found where one has gone.
Result<Fingerprint> fingerprint(const CheckpointCandidate& candidate);

/// True when a process (of this user, on this machine) holds one of the files open for writing: /proc/*/fd.
bool has_writer(const Fingerprint& fingerprint);

/// Waits until a candidate looks the same for a while. Time is given by the caller; no clock inside.
class Settling {
 public:
    using Time = std::chrono::sys_time<std::chrono::nanoseconds>;

    enum class State {
        settling,  ///< seen, or changed, too short a time ago
        settled,
        stuck,  ///< settled before, still looked at (incomplete, or with a writer), and unchanged for 10
                ///< minutes
    };

    /// `quiet`: how long nothing may change (2 s locally, 30 s on network file systems).
    explicit Settling(std::chrono::nanoseconds quiet = std::chrono::seconds(2));

    /// Tells of a look at `key` at `now`. A file whose modification and change times lie `quiet` in the past
    /// at the first look is settled at once; a time in the future counts as unknown, then two equal looks
    /// decide. Keys that were filed are not looked at again: call forget().
    State look(const std::string& key, const Fingerprint& fingerprint, Time now);
    /// How long until look() could say settled.
    [[nodiscard]] std::chrono::nanoseconds remaining(const std::string& key, Time now) const;
    void forget(const std::string& key);
    /// Forgets all others.
    void keep_only(const std::set<std::string>& keys);

 private:
    struct Seen {
        Fingerprint fingerprint;
        Time since;         ///< when it last changed, as far as is known
        bool told = false;  ///< look() has said settled
    };
    std::chrono::nanoseconds quiet_;
    std::map<std::string, Seen> seen_;
};

/// NFS, SMB, FUSE and the like, where inotify is deaf and times are coarse.
bool is_network_file_system(const std::filesystem::path& path);

}  // namespace stepvault
