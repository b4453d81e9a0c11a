// Implements the functions of Maintenance that empty the trash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"

namespace stepvault {

/// The outcome of several purges in a row.
struct PurgeSeveralReport {
    std::size_t purged = 0;            ///< entries
    std::uint64_t bytes = 0;           ///< freed
    std::vector<Error> problems = {};  ///< after the last one, the remaining entries may not have been tried
};

/// See Maintenance::purge_trash().
Status purge(const std::filesystem::path& vault, const std::string& entry, const JobContext& job);

/// See Maintenance::purge_several().
PurgeSeveralReport purge_several(const std::filesystem::path& vault, const std::vector<std::string>& entries,
                                 const JobContext& job);

}  // namespace stepvault
