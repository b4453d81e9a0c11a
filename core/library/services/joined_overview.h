#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "library/services/joined_parts.h"

namespace stepvault {

/// The lists of runs of several vaults as one list. A vault that cannot be read keeps its last known runs.
/// Thread-safe.
class JoinedOverview {
 public:
    /// `parts` must outlive this object.
    explicit JoinedOverview(JoinedParts& parts) : parts_(parts), known_(parts.size()) {}

    /// See Queries::overview(). Rules and disk are those of the primary vault. ErrorCode::cancelled; the
    /// error of the primary vault if no vault has been read yet.
    Result<VaultOverview> read(const OverviewRequest& request, const JobContext& job);
    /// See Queries::version().
    Result<std::uint64_t> version();

 private:
    struct KnownRun {
        RunStanding standing;
        RunOverview run;
    };
    /// The last good reading of a vault.
    struct KnownPart {
        std::optional<std::uint64_t> version;
        RetentionRules rules;
        std::optional<DiskSpace> disk;
        std::map<std::string, KnownRun> runs;
        std::optional<double> read;
        std::optional<Error> failure;  ///< of the newest reading
    };

    Status read_part(std::size_t part, const OverviewRequest& request, const JobContext& job);
    void take(KnownPart& known, VaultOverview found);
    [[nodiscard]] std::uint64_t joined_version() const;

    JoinedParts& parts_;
    std::mutex mutex_;
    std::vector<KnownPart> known_;
    std::uint32_t columns_ = 0;
};

}  // namespace stepvault
