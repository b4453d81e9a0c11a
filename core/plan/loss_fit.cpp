#include "plan/loss_fit.h"

#include <algorithm>
#include <cmath>

#include "plan/family_search.h"
#include "plan/loss_moments.h"

namespace stepvault {

namespace {

/// d L / d (ln shape, scale, floor).
std::array<double, 3> gradient(const LossFit& fit, double step) {
    const double k = std::max(0.0, step - fit.origin);
    const double f = shape_function(fit.family, fit.shape, k);
    double by_shape = 0;
    if (fit.family == LossFamily::power_floor)
        by_shape = -fit.shape * std::log1p(k) * f;
    else if (fit.family == LossFamily::inverse_floor)
        by_shape = f * (1 - f);
    else
        by_shape = -fit.shape * k * f;
    return {fit.scale * by_shape, f, has_floor(fit.family) ? 1.0 : 0.0};
}

/// Inverse of a positive semidefinite matrix on the rows of its free parameters; other rows stay 0.
std::array<std::array<double, 3>, 3> inverse(std::array<std::array<double, 3>, 3> m) {
    std::array<std::array<double, 3>, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) {
        out[i][i] = 1;
        // A ridge that does not affect a well-conditioned matrix.
        m[i][i] += m[i][i] * 1e-12 + 1e-300;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const double pivot = m[i][i];
        for (std::size_t c = 0; c < 3; ++c) {
            m[i][c] /= pivot;
            out[i][c] /= pivot;
        }
        for (std::size_t r = 0; r < 3; ++r) {
            if (r == i) continue;
            const double factor = m[r][i];
            for (std::size_t c = 0; c < 3; ++c) {
                m[r][c] -= factor * m[i][c];
                out[r][c] -= factor * out[i][c];
            }
        }
    }
    return out;
}

}  // namespace

double LossFit::at(double step) const {
    return scale * shape_function(family, shape, std::max(0.0, step - origin)) + floor;
}

double LossFit::band(double step) const {
    const auto g = gradient(*this, step);
    double variance = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k)
            variance += g[i] * covariance[i][k] * g[k];
    }
    return 1.96 * std::sqrt(std::max(0.0, variance));
}

std::optional<LossFit> fit_family(LossFamily family, std::span<const SmoothLoss> points) {
    const int parameters = has_floor(family) ? 3 : 2;
    if (points.size() < 4 || !(points.back().step > points.front().step)) return {};
    const auto best = FamilySearch(family, points).best();
    if (!best) return {};
    LossFit fit;
    fit.family = family;
    fit.shape = best->shape;
    fit.scale = best->scale;
    fit.floor = best->floor;
    fit.origin = points.front().step;
    const double squares = best->squares;
    fit.criterion = akaike_criterion(squares, points, parameters);
    fit.noise =
        std::sqrt(squares / static_cast<double>(points.size() - static_cast<std::size_t>(parameters)));
    const double total = loss_moments(points).squares;
    fit.explained = total > 0 ? std::max(0.0, 1 - squares / total) : 0;
    std::array<std::array<double, 3>, 3> information{};
    for (const auto& p : points) {
        fit.residuals.push_back(p.loss - fit.at(p.step));
        const auto g = gradient(fit, p.step);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k)
                information[i][k] += p.weight * g[i] * g[k];
        }
    }
    fit.covariance = inverse(information);
    for (auto& row : fit.covariance) {
        for (auto& v : row)
            v *= fit.noise * fit.noise;
    }
    return fit;
}

std::vector<LossFit> fit_families(std::span<const SmoothLoss> points) {
    std::vector<LossFit> fits;
    for (const auto family : loss_families) {
        if (auto fit = fit_family(family, points)) fits.push_back(std::move(*fit));
    }
    std::ranges::sort(fits, {}, &LossFit::criterion);
    return fits;
}

double akaike_criterion(double squares, std::span<const SmoothLoss> points, int parameters) {
    const auto n = static_cast<double>(points.size());
    return n * std::log(std::max(squares, rounding_squares(points)) / n) + 2.0 * (parameters + 1);
}

}  // namespace stepvault
