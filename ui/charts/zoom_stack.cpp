#include "ui/charts/zoom_stack.h"

#include <cmath>
#include <cstddef>

namespace stepvault::ui {

namespace {

bool usable(const PlotRange& range) {
    const double width = range.x1 - range.x0;
    const double height = range.y1 - range.y0;
    // Narrower than this, neighbouring pixels are the same double.
    const double least = 1e-12;
    return std::isfinite(width) && std::isfinite(height) && width > least * (1 + std::fabs(range.x0)) &&
           height > least * (1e-6 + std::fabs(range.y0));
}

constexpr std::size_t deepest = 64;

}  // namespace

void ZoomStack::push(const PlotRange& range) {
    if (!usable(range)) return;
    if (stack_.size() == deepest) stack_.erase(stack_.begin());
    stack_.push_back(range);
}

void ZoomStack::replaceTop(const PlotRange& range) {
    if (stack_.empty()) return push(range);
    if (usable(range)) stack_.back() = range;
}

void ZoomStack::pop() {
    if (!stack_.empty()) stack_.pop_back();
}

PlotRange scaledAround(const PlotRange& range, double factor, double x, double y) {
    return {x + (range.x0 - x) * factor, x + (range.x1 - x) * factor, y + (range.y0 - y) * factor,
            y + (range.y1 - y) * factor, range.followsY};
}

PlotRange movedBy(const PlotRange& range, double dx, double dy) {
    return {range.x0 + dx, range.x1 + dx, range.y0 + dy, range.y1 + dy, range.followsY};
}

}  // namespace stepvault::ui
