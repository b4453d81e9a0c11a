#include "ui/charts/decimate.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace stepvault::ui {

std::vector<PlotPoint> decimate(std::span<const PlotPoint> points, double x0, double x1, int columns) {
    const auto first = std::lower_bound(points.begin(), points.end(), x0,
                                        [](const PlotPoint& point, double x) { return point.x < x; });
    const auto last = std::upper_bound(first, points.end(), x1,
                                       [](double x, const PlotPoint& point) { return x < point.x; });
    const auto begin = static_cast<std::size_t>(first - points.begin());
    const auto end = static_cast<std::size_t>(last - points.begin());

    std::vector<PlotPoint> result;
    if (begin > 0) result.push_back(points[begin - 1]);
    const auto buckets = static_cast<std::size_t>(std::max(1, columns));
    if (end - begin <= 2 * buckets || !(x1 > x0)) {
        result.insert(result.end(), first, last);
    } else {
        result.reserve(2 * buckets + 4);
        const double perX = static_cast<double>(buckets) / (x1 - x0);
        const auto bucketOf = [&](std::size_t i) {
            return std::min(buckets - 1, static_cast<std::size_t>((points[i].x - x0) * perX));
        };
        const auto put = [&](std::size_t i) {
            if (result.empty() || result.back() != points[i]) result.push_back(points[i]);
        };
        put(begin);
        for (std::size_t i = begin; i < end;) {
            const std::size_t bucket = bucketOf(i);
            std::size_t low = i;
            std::size_t high = i;
            for (++i; i < end && bucketOf(i) == bucket; ++i) {
                if (points[i].y < points[low].y) low = i;
                if (points[i].y > points[high].y) high = i;
            }
            put(std::min(low, high));
            if (low != high) put(std::max(low, high));
        }
        put(end - 1);
    }
    if (end < points.size()) result.push_back(points[end]);
    return result;
}

}  // namespace stepvault::ui
