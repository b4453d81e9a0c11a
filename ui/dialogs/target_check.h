#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/result.h"

namespace stepvault::ui {

/// What stands at a path that something is to be written to.
struct TargetCheck {
    std::filesystem::path target;
    bool exists = false;
    bool isFolder = false;
    std::filesystem::path volume;  ///< nearest folder above that is there
    std::optional<std::uint64_t> freeBytes;
};

/// Looks only. invalid_argument for a relative or empty path, or one below a file; already_exists for
/// a folder that holds anything, which is never replaced from here. On a worker thread.
Result<TargetCheck> checkTarget(const std::filesystem::path& target);

}  // namespace stepvault::ui
