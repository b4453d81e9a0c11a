// Collects the parts that a reader left out, for a note of one line.
#pragma once

#include <cstdint>
#include <string>

namespace stepvault {

class Omissions {
 public:
    void add(const std::string& what) {
        if (count_++ == 0) first_ = what;
    }
    /// `prefix`, then for example "storage 7, which is compressed and 2 more"; empty where nothing was left
    /// out.
    [[nodiscard]] std::string note(const std::string& prefix) const {
        if (count_ == 0) return {};
        const auto others = count_ == 1 ? std::string() : " and " + std::to_string(count_ - 1) + " more";
        return prefix + first_ + others;
    }

 private:
    std::uint64_t count_ = 0;
    std::string first_;
};

}  // namespace stepvault
