#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace stepvault {

/// Code lengths of earlier steps, for as long as the counts hardly change: LC-Checkpoint's caching of code
/// tables (arXiv 2009.13003). Only building is saved; every step file holds its lengths. Not thread-safe.
class HuffmanCache {
 public:
    /// huffman_lengths(counts), or what `group` had last where no more than 1 % of the elements have moved to
    /// other symbols since then.
    std::vector<std::uint8_t> lengths(const std::string& group, std::span<const std::uint64_t> counts);
    [[nodiscard]] std::uint64_t reused() const { return reused_; }

 private:
    struct Entry {
        std::vector<std::uint64_t> counts;
        std::vector<std::uint8_t> lengths;
    };
    std::map<std::string, Entry> entries_;
    std::uint64_t reused_ = 0;
};

}  // namespace stepvault
