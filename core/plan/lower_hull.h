#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepvault {

/// The minimum of many lines at any position. Lines must be added in order of falling slopes.
class LowerHull {
 public:
    struct Line {
        double slope = 0;
        double intercept = 0;
        std::uint64_t id = 0;
        [[nodiscard]] double at(double x) const { return slope * x + intercept; }
    };

    void clear() { lines_.clear(); }

    void add(const Line& line) {
        if (!lines_.empty() && lines_.back().slope == line.slope) {
            if (lines_.back().intercept <= line.intercept) return;
            lines_.pop_back();
        }
        while (lines_.size() > 1 && is_needless(lines_[lines_.size() - 2], lines_.back(), line))
            lines_.pop_back();
        lines_.push_back(line);
    }

    /// nullptr without lines.
    [[nodiscard]] const Line* least(double x) const {
        if (lines_.empty()) return nullptr;
        std::size_t low = 0;
        std::size_t high = lines_.size() - 1;
        while (low < high) {
            const auto middle = (low + high) / 2;
            if (lines_[middle].at(x) <= lines_[middle + 1].at(x))
                high = middle;
            else
                low = middle + 1;
        }
        return &lines_[low];
    }

 private:
    /// True if `c` is already below `a` where `b` gets below `a`.
    static bool is_needless(const Line& a, const Line& b, const Line& c) {
        return (c.intercept - a.intercept) * (a.slope - b.slope) <=
               (b.intercept - a.intercept) * (a.slope - c.slope);
    }

    std::vector<Line> lines_;
};

}  // namespace stepvault
