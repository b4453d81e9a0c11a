#include "plan/loss_trend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "plan/family_search.h"
#include "plan/loss_moments.h"

namespace stepvault {

namespace {

constexpr std::size_t least_points = 8;

enum class Search { rough, full };

/// Squares left by the best curve that falls or is flat.
double squares_of(std::span<const SmoothLoss> points, Search search) {
    double least = loss_moments(points).squares;
    for (const auto family : loss_families) {
        const FamilySearch of_family(family, points);
        // Two families locate a break in a curve as well as all do.
        const bool is_rough = family == LossFamily::exponential_floor || family == LossFamily::inverse_floor;
        if (search == Search::rough && !is_rough) continue;
        const auto found = search == Search::rough ? of_family.rough() : of_family.best();
        if (found) least = std::min(least, found->squares);
    }
    return least;
}

/// The newest part of the points: after a fall that two curves explain at least twice as well as one.
std::span<const SmoothLoss> newest_part(std::span<const SmoothLoss> points) {
    constexpr std::size_t candidates = 24;
    constexpr std::size_t least_part = 10;
    constexpr double noticeable = 1e-6;
    while (points.size() > 2 * least_part) {
        double least = std::numeric_limits<double>::infinity();
        std::size_t at = 0;
        const auto stride = std::max<std::size_t>(1, points.size() / candidates);
        const auto look = [&](std::size_t first, std::size_t last, std::size_t by) {
            for (auto i = first; i <= last; i += by) {
                // The fall may lie within a smoothed loss.
                const double two = squares_of(points.first(i), Search::rough) +
                                   squares_of(points.subspan(i + 1), Search::rough);
                if (two < least) {
                    least = two;
                    at = i;
                }
            }
        };
        look(least_part, points.size() - least_part - 1, stride);
        if (stride > 1)
            look(std::max(least_part, at - std::min(at, stride)),
                 std::min(points.size() - least_part - 1, at + stride), 1);
        const double one = squares_of(points, Search::full);
        const double two =
            squares_of(points.first(at), Search::full) + squares_of(points.subspan(at + 1), Search::full);
        if (!(two < one / 2) || !(one > noticeable * loss_moments(points).squares)) return points;
        const auto before = fit_families(points.first(at));
        const auto after = fit_families(points.subspan(at + 1));
        if (before.empty() || after.empty()) return points;
        const double jump = before.front().at(points[at].step) - after.front().at(points[at].step);
        const double noise = std::sqrt(two / loss_moments(points).weight / points[at].weight);
        if (!(jump > 4 * noise)) return points;
        points = points.subspan(at + 1);
    }
    return points;
}

}  // namespace

LossTrend fit_losses(const LossHistory& history, double until) {
    LossTrend trend;
    if (history.ends_not_finite || (history.points == 0 && history.not_finite > 0)) {
        trend.verdict = FitVerdict::not_finite;
        return trend;
    }
    if (history.smooth.size() < least_points) return trend;
    const auto points = newest_part(history.smooth);
    const auto m = loss_moments(points);
    if (m.squares <= rounding_squares(points)) {
        trend.verdict = FitVerdict::constant;
        return trend;
    }
    trend.families = fit_families(points);
    // A model whose Akaike criterion is 10 higher has essentially no support. Burnham and Anderson, 2002.
    constexpr double surely = 10;
    const double flat = akaike_criterion(m.squares, points, 1);
    const double straight = akaike_criterion(m.slope_squares, points, 2);
    if (m.slope > 0 && straight < flat - surely) {
        trend.verdict = FitVerdict::rising;
        return trend;
    }
    if (trend.families.empty() || trend.families.front().criterion > flat - surely) {
        trend.verdict = FitVerdict::no_trend;
        return trend;
    }
    trend.fit = trend.families.front();
    const auto last = static_cast<double>(history.last_step);
    const double to_come = trend.fit->at(last) - trend.fit->at(std::max(until, last));
    const double settled = trend.fit->noise / std::sqrt(points.back().weight);
    trend.verdict = to_come < settled && until > last ? FitVerdict::plateau : FitVerdict::fits;
    return trend;
}

}  // namespace stepvault
