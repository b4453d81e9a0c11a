#include "plan/family_search.h"

#include <algorithm>
#include <cmath>

namespace stepvault {

namespace {

constexpr int pitches = 40;

}  // namespace

FamilySearch::FamilySearch(LossFamily family, std::span<const SmoothLoss> points)
    : family_(family), points_(points), origin_(points.front().step) {
    for (const auto& p : points) {
        weight_ += p.weight;
        least_ = std::min(least_, p.loss);
    }
}

FamilySearch::Found FamilySearch::solve(double shape) const {
    double f1 = 0, ff = 0, y1 = 0, fy = 0;
    for (const auto& p : points_) {
        const double f = shape_function(family_, shape, p.step - origin_);
        f1 += p.weight * f;
        ff += p.weight * f * f;
        y1 += p.weight * p.loss;
        fy += p.weight * f * p.loss;
    }
    Found line{.shape = shape};
    if (has_floor(family_)) {
        const double determinant = weight_ * ff - f1 * f1;
        if (!(determinant > 1e-12 * weight_ * ff)) return line;
        line.scale = (weight_ * fy - f1 * y1) / determinant;
        line.floor = (y1 - line.scale * f1) / weight_;
    }
    if (!has_floor(family_) || (line.floor < 0 && least_ >= 0)) {
        line.floor = 0;
        line.scale = fy / ff;
    }
    if (!(line.scale > 0) || !std::isfinite(line.scale)) return {};
    line.squares = 0;
    for (const auto& p : points_) {
        const double off =
            p.loss - line.scale * shape_function(family_, shape, p.step - origin_) - line.floor;
        line.squares += p.weight * off * off;
    }
    return line;
}

FamilySearch::Grid FamilySearch::grid() const {
    const double span = points_.back().step - origin_;
    double low = 1e-3 / span;
    double high = 1e3 / span;
    if (family_ == LossFamily::power_floor) {
        low = 1e-2;
        high = 10;
    } else if (family_ == LossFamily::inverse_floor) {
        low = 1e-4 * span;
        high = 1e2 * span;
    }
    return {std::log(low), std::log(high / low) / pitches};
}

int FamilySearch::best_of(const Grid& grid) const {
    int best_at = -1;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= pitches; ++i) {
        const auto found = solve(std::exp(grid.low + i * grid.pitch));
        if (found.squares < least) {
            least = found.squares;
            best_at = i;
        }
    }
    return best_at;
}

std::optional<FamilySearch::Found> FamilySearch::rough() const {
    const auto places = grid();
    const int at = best_of(places);
    if (at < 0) return {};
    return solve(std::exp(places.low + at * places.pitch));
}

std::optional<FamilySearch::Found> FamilySearch::best() const {
    const auto places = grid();
    const int at = best_of(places);
    if (at < 0) return {};
    const double golden = (std::sqrt(5.0) - 1) / 2;
    double a = places.low + (at - 1) * places.pitch;
    double b = places.low + (at + 1) * places.pitch;
    for (int i = 0; i < 40; ++i) {
        const double left = b - golden * (b - a);
        const double right = a + golden * (b - a);
        if (solve(std::exp(left)).squares < solve(std::exp(right)).squares)
            b = right;
        else
            a = left;
    }
    const auto found = solve(std::exp((a + b) / 2));
    if (!std::isfinite(found.squares)) return {};
    return found;
}

}  // namespace stepvault
