#include "metrics/chart_columns.h"

#include <algorithm>

namespace stepvault {

namespace {

struct Extent {
    double low = 0;
    double high = 0;
};

/// nullopt if no point of the block lies on the axis.
std::optional<Extent> extent(const PointSummary& block, ChartRange::Axis axis) {
    if (axis == ChartRange::Axis::step) {
        if (block.points == 0) return {};
        return Extent{static_cast<double>(block.first.step), static_cast<double>(block.last.step)};
    }
    if (block.timed == 0) return {};
    return Extent{block.earliest, block.latest};
}

}  // namespace

ChartColumns::ChartColumns(const ChartRange& range, std::size_t columns, std::span<const PointSummary> curve)
    : range_(range), columns_(std::clamp<std::size_t>(columns, 1, most_columns)) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Extent whole{infinity, -infinity};
    for (const auto& block : curve) {
        const auto part = extent(block, range.axis);
        if (!part) continue;
        whole.low = std::min(whole.low, part->low);
        whole.high = std::max(whole.high, part->high);
    }
    range_.from = std::max(range_.from, whole.low);
    range_.to = std::min(range_.to, whole.high);
}

std::size_t ChartColumns::column(double x) const {
    const double width = range_.to - range_.from;
    if (!(width > 0)) return 0;
    // Divide first: the width may be as small as a double can be.
    const double place = (x - range_.from) / width * static_cast<double>(columns_.size());
    return std::min(columns_.size() - 1, static_cast<std::size_t>(place));
}

bool ChartColumns::add(const PointSummary& block) {
    const auto part = extent(block, range_.axis);
    if (!part || !(part->high >= range_.from && part->low <= range_.to)) return true;
    if (range_.axis == ChartRange::Axis::time && block.timed != block.points) return false;
    if (part->low < range_.from || part->high > range_.to) return false;
    const auto place = column(part->low);
    if (column(part->high) != place) return false;
    columns_[place].add(block);
    return true;
}

void ChartColumns::add(const SeriesPoint& point) {
    const bool by_time = range_.axis == ChartRange::Axis::time;
    if (by_time && !has_time(point)) return;
    const double x = by_time ? point.time : static_cast<double>(point.step);
    if (x >= range_.from && x <= range_.to) columns_[column(x)].add(point);
}

std::vector<PointSummary> ChartColumns::take() {
    std::erase_if(columns_, [](const PointSummary& c) { return c.points == 0; });
    return std::move(columns_);
}

}  // namespace stepvault
