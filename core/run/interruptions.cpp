#include "run/interruptions.h"

#include <algorithm>

#include "base/median.h"
#include "metrics/point_summary.h"

namespace stepvault {

namespace {
constexpr double least_seconds = 60;
constexpr double times_usual = 20;
constexpr std::size_t least_intervals = 8;
constexpr std::ptrdiff_t most_of_a_kind = 10;
}  // namespace

std::vector<Interruption> find_interruptions(std::span<const SeriesPoint> points) {
    std::vector<Interruption> intervals;
    std::vector<double> seconds;
    const SeriesPoint* before = nullptr;
    for (const auto& point : points) {
        if (!has_time(point)) continue;
        if (before != nullptr && point.time < before->time) continue;
        if (before != nullptr) {
            intervals.push_back({point.step, point.time - before->time});
            seconds.push_back(intervals.back().seconds);
        }
        before = &point;
    }
    if (intervals.size() < least_intervals) return {};
    const double least = std::max(least_seconds, times_usual * median(seconds));
    std::erase_if(seconds, [least](double s) { return s < least / 2; });
    std::ranges::sort(seconds);
    std::erase_if(intervals, [&](const Interruption& i) {
        return i.seconds < least ||
               seconds.end() - std::ranges::lower_bound(seconds, i.seconds / 2) > most_of_a_kind;
    });
    return intervals;
}

}  // namespace stepvault
