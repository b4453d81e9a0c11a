#include "plan/loss_moments.h"

#include <algorithm>
#include <cmath>

namespace stepvault {

LossMoments loss_moments(std::span<const SmoothLoss> points) {
    double w = 0, y = 0, x = 0;
    for (const auto& p : points) {
        w += p.weight;
        y += p.weight * p.loss;
        x += p.weight * p.step;
    }
    LossMoments m{.weight = w};
    m.mean = y / w;
    x /= w;
    double xx = 0, xy = 0;
    for (const auto& p : points) {
        m.squares += p.weight * (p.loss - m.mean) * (p.loss - m.mean);
        xx += p.weight * (p.step - x) * (p.step - x);
        xy += p.weight * (p.step - x) * (p.loss - m.mean);
    }
    m.slope = xx > 0 ? xy / xx : 0;
    m.slope_squares = std::max(0.0, m.squares - m.slope * xy);
    return m;
}

double rounding_squares(std::span<const SmoothLoss> points) {
    double most = 0;
    double weight = 0;
    for (const auto& p : points) {
        most = std::max(most, std::abs(p.loss));
        weight += p.weight;
    }
    return weight * most * most * 1e-24 + 1e-300;
}

}  // namespace stepvault
