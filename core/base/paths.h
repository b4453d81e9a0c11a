#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace stepvault {

/// True where `path` is `folder` or lies below it, judged by names alone: both are absolute and without "."
/// and "..".
inline bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// "[USER@]HOST:PATH", with brackets around a HOST that has colons itself.
inline std::string place_on(std::string_view host, const std::filesystem::path& path) {
    const auto name = host.substr(host.find('@') + 1);
    const std::string user(host.substr(0, host.size() - name.size()));
    const bool has_colons = name.find(':') != std::string_view::npos;
    return user + (has_colons ? "[" : "") + std::string(name) + (has_colons ? "]:" : ":") + path.native();
}

/// A folder of the user's by the XDG Base Directory Specification: the one that the environment variable
/// names, or `in_home` below the home. Empty if neither is an absolute path.
inline std::filesystem::path user_folder(const char* variable, std::string_view in_home) {
    if (const char* named = std::getenv(variable); named != nullptr && *named == '/') return named;
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::filesystem::path(home) / in_home : std::filesystem::path();
}
/// $XDG_CACHE_HOME, or ~/.cache; see user_folder().
inline std::filesystem::path user_cache_folder() {
    return user_folder("XDG_CACHE_HOME", ".cache");
}

}  // namespace stepvault
