#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/progress.h"
#include "vault/repair/copy_source.h"

namespace stepvault {

/// The state of a vault's shared bases (base_sharing.h).
struct SharedBaseVerdict {
    struct Unsound {
        std::uint64_t digest = 0;  ///< state digest, from the file's name
        std::string what;          ///< one line
        std::set<std::string> run_ids;
    };
    std::uint64_t bytes = 0;       ///< of the files that were read
    std::vector<Unsound> unsound;  ///< damaged or missing bases that a run needs
};

/// Compares every byte of the shared bases that are needed with its checksum. Takes no lock and changes
/// nothing.
Result<SharedBaseVerdict> verify_shared_bases(const std::filesystem::path& vault, const JobContext& job);

/// Replaces an unsound shared base by the base of a run that has the same state, or from a copy; returns
/// where the sound data comes from, or an empty text if there is none.
Result<std::string> repair_shared_base(const std::filesystem::path& vault, std::uint64_t digest,
                                       std::span<const CopySource* const> copies, const JobContext& job);

}  // namespace stepvault
