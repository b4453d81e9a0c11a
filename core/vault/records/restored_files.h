// The files that restores wrote into a run's own folder, so that they are not ingested again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "base/file.h"

namespace stepvault {

/// The content of a restored file.
struct RestoredFile {
    std::uint64_t bytes = 0;
    std::uint64_t xxh3 = 0;  ///< XXH3-64 of all bytes

    bool operator==(const RestoredFile&) const = default;
};

/// By path below the run's folder; bytes, as the file system has them.
using RestoredFiles = std::map<std::string, RestoredFile>;

/// Reads the whole file.
Result<RestoredFile> identify_content(const File& file);
/// Adds `written` to `known`. Beyond 1,000 of `known`, drops those whose file is gone from `folder`, the
/// run's.
void add_restored(RestoredFiles& known, const RestoredFiles& written, const std::filesystem::path& folder);

}  // namespace stepvault
