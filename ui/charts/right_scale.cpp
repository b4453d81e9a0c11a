#include "ui/charts/right_scale.h"

#include <algorithm>

namespace stepvault::ui {

namespace {
constexpr double leastShare = 1.0 / 8;
constexpr double leastShareToReturn = 1.0 / 4;
}  // namespace

bool needsRightAxis(std::pair<double, double> left, std::pair<double, double> own, bool hasOne) {
    const double height = std::max(left.second, own.second) - std::min(left.first, own.first);
    const double least = (hasOne ? leastShareToReturn : leastShare) * height;
    return left.second - left.first < least || own.second - own.first < least;
}

}  // namespace stepvault::ui
