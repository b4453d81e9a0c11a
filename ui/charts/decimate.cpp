#include "ui/charts/decimate.h"

#include <algorithm>

namespace stepvault::ui {

namespace {

constexpr std::size_t blockSize = 64;

using Extremes = std::pair<std::size_t, std::size_t>;

void widen(Extremes& found, std::span<const PlotPoint> points, std::size_t low, std::size_t high) {
    if (points[low].y < points[found.first].y) found.first = low;
    if (points[high].y > points[found.second].y) found.second = high;
}

/// The end of the run of indices from `begin` on that `isInside`, at most `end`; `guess`: its likely length.
std::size_t endOfRun(std::size_t begin, std::size_t end, std::size_t guess, const auto& isInside) {
    std::size_t low = begin + 1;
    std::size_t high = std::min(end, low + std::max<std::size_t>(1, guess));
    while (high < end && isInside(high - 1)) {
        low = high;
        high = std::min(end, high + (high - begin));
    }
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (isInside(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

}  // namespace

LineBlocks::LineBlocks(std::span<const PlotPoint> points) {
    blocks_.reserve(points.size() / blockSize);
    for (std::size_t begin = 0; begin + blockSize <= points.size(); begin += blockSize) {
        Extremes found{begin, begin};
        for (std::size_t i = begin + 1; i < begin + blockSize; ++i)
            widen(found, points, i, i);
        blocks_.emplace_back(found.first, found.second);
    }
}

std::pair<std::size_t, std::size_t> LineBlocks::extremes(std::span<const PlotPoint> points, std::size_t begin,
                                                         std::size_t end) const {
    Extremes found{begin, begin};
    for (std::size_t i = begin; i < end;) {
        const std::size_t block = i / blockSize;
        if (i % blockSize == 0 && i + blockSize <= end && block < blocks_.size()) {
            widen(found, points, blocks_[block].first, blocks_[block].second);
            i += blockSize;
        } else {
            widen(found, points, i, i);
            ++i;
        }
    }
    return found;
}

std::vector<PlotPoint> decimate(std::span<const PlotPoint> points, const LineBlocks& blocks, double x0,
                                double x1, int columns) {
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
        for (std::size_t i = begin, length = 1; i < end; i += length) {
            const std::size_t bucket = bucketOf(i);
            length = endOfRun(i, end, length, [&](std::size_t k) { return bucketOf(k) == bucket; }) - i;
            const auto [low, high] = blocks.extremes(points, i, i + length);
            put(std::min(low, high));
            if (low != high) put(std::max(low, high));
        }
        put(end - 1);
    }
    if (end < points.size()) result.push_back(points[end]);
    return result;
}

}  // namespace stepvault::ui
