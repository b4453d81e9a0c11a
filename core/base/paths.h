#pragma once

#include <algorithm>
#include <filesystem>

namespace stepvault {

/// True where `path` is `folder` or lies below it, judged by names alone: both are absolute and without "."
/// and "..".
inline bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace stepvault
