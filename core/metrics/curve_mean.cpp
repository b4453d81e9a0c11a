#include "metrics/curve_mean.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/point_summary.h"

namespace stepvault {

namespace {

/// One curve, read from left to right.
class CurveWalk {
 public:
    explicit CurveWalk(std::span<const SeriesPoint> points) {
        for (const SeriesPoint& point : points) {
            if (!std::isfinite(point.value)) continue;
            if (!points_.empty() && points_.back().step == point.step) points_.pop_back();
            points_.push_back(point);
            has_times_ = has_times_ && has_time(point);
        }
    }

    [[nodiscard]] bool empty() const { return points_.empty(); }
    [[nodiscard]] std::int64_t first() const { return points_.front().step; }
    [[nodiscard]] std::int64_t last() const { return points_.back().step; }
    [[nodiscard]] bool has_times() const { return has_times_; }
    [[nodiscard]] double begin() const { return points_.front().time; }
    [[nodiscard]] const std::vector<SeriesPoint>& points() const { return points_; }

    /// The value and time at `step`, which is within the curve and not before the step of an earlier call.
    [[nodiscard]] SeriesPoint at(std::int64_t step) {
        while (next_ + 1 < points_.size() && points_[next_].step < step)
            ++next_;
        const SeriesPoint& after = points_[next_];
        if (after.step == step || next_ == 0) return after;
        const SeriesPoint& before = points_[next_ - 1];
        const double share =
            static_cast<double>(step - before.step) / static_cast<double>(after.step - before.step);
        return {step, std::lerp(before.time, after.time, share), std::lerp(before.value, after.value, share)};
    }

 private:
    std::vector<SeriesPoint> points_;
    std::size_t next_ = 0;
    bool has_times_ = true;
};

}  // namespace

CurveMean curve_mean(const std::vector<std::span<const SeriesPoint>>& curves) {
    std::vector<CurveWalk> walks;
    for (const auto& points : curves) {
        walks.emplace_back(points);
        if (walks.back().empty()) walks.pop_back();
    }
    CurveMean mean;
    if (walks.empty()) return mean;
    const auto from = std::ranges::max(walks, {}, &CurveWalk::first).first();
    const auto to = std::ranges::min(walks, {}, &CurveWalk::last).last();
    const bool has_times = std::ranges::all_of(walks, &CurveWalk::has_times);
    const double begin = std::ranges::min(walks, {}, &CurveWalk::begin).begin();
    std::vector<std::int64_t> steps;
    for (const CurveWalk& walk : walks) {
        for (const SeriesPoint& point : walk.points()) {
            if (point.step >= from && point.step <= to) steps.push_back(point.step);
        }
    }
    std::ranges::sort(steps);
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    const auto count = static_cast<double>(walks.size());
    for (const std::int64_t step : steps) {
        SeriesPoint sum{step, 0, 0};
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (CurveWalk& walk : walks) {
            const SeriesPoint point = walk.at(step);
            sum.value += point.value / count;
            sum.time += (point.time - walk.begin()) / count;
            low = std::min(low, point.value);
            high = std::max(high, point.value);
        }
        sum.time = has_times ? begin + sum.time : 0;
        mean.points.push_back(sum);
        mean.low.push_back(low);
        mean.high.push_back(high);
    }
    return mean;
}

}  // namespace stepvault
