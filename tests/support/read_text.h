#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace stepvault::test {

/// All bytes of the file. The loop runs in the optimized library, because iterators over characters are slow
/// in tests, which are compiled without optimization.
inline std::string read_text(const std::filesystem::path& path) {
    const std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

}  // namespace stepvault::test
