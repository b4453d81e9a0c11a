#include "metrics/sorted_points.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace stepvault {

namespace {

/// Beyond this many points, shifting them all by one costs more than an entry in the map.
constexpr std::ptrdiff_t near_points = 4096;
constexpr std::size_t fewest_far = 1024;

}  // namespace

void SortedPoints::put(const SeriesPoint& point) {
    if (points_.empty() || point.step > points_.back().step) {
        points_.push_back(point);
        return;
    }
    const auto at = std::lower_bound(points_.begin(), points_.end(), point.step, is_before);
    if (at->step == point.step) {
        *at = point;
    } else if (std::distance(at, points_.end()) <= near_points) {
        points_.insert(at, point);
    } else {
        far_.insert_or_assign(point.step, point);
        if (far_.size() > std::max(fewest_far, points_.size() / 8)) settle();
    }
}

bool SortedPoints::has_more_beyond(std::int64_t step, std::ptrdiff_t count) const {
    // Points in far_ lie behind so many others that they make no difference.
    const auto beyond = std::upper_bound(points_.begin(), points_.end(), step,
                                         [](std::int64_t s, const SeriesPoint& p) { return s < p.step; });
    return std::distance(beyond, points_.end()) > count;
}

void SortedPoints::drop_from(std::int64_t step, std::span<const std::int64_t> kept) {
    settle();
    const auto from = std::lower_bound(points_.begin(), points_.end(), step, is_before);
    const auto is_kept = [&](const SeriesPoint& p) {
        return std::binary_search(kept.begin(), kept.end(), p.step);
    };
    points_.erase(std::remove_if(from, points_.end(), std::not_fn(is_kept)), points_.end());
}

std::span<const SeriesPoint> SortedPoints::all() {
    settle();
    return points_;
}

void SortedPoints::settle() {
    if (far_.empty()) return;
    const auto begin = static_cast<std::ptrdiff_t>(points_.size());
    points_.reserve(points_.size() + far_.size());
    for (const auto& [step, point] : far_)
        points_.push_back(point);
    far_.clear();
    std::inplace_merge(points_.begin(), points_.begin() + begin, points_.end(),
                       [](const SeriesPoint& a, const SeriesPoint& b) { return a.step < b.step; });
}

}  // namespace stepvault
