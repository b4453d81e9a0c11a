#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/result.h"

namespace stepvault::ui {

/// The state of a path that an output is to be written to.
struct TargetCheck {
    std::filesystem::path target;
    bool exists = false;
    bool isFolder = false;
    std::filesystem::path volume;  ///< nearest folder above that is there
    std::optional<std::uint64_t> freeBytes;
};

/// Looks only. ErrorCode::permission where nothing may be written, invalid_argument for a relative or empty
/// path, or one below a file; already_exists for a folder that holds anything, which is never replaced from
/// here. On a worker thread.
Result<TargetCheck> checkTarget(const std::filesystem::path& target);

/// The same for a folder that files go into beside what it holds: nothing there is replaced, so `exists` is
/// false. invalid_argument where a file is in the way.
Result<TargetCheck> checkFolder(const std::filesystem::path& folder);

}  // namespace stepvault::ui
