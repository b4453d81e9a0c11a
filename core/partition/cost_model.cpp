#include "partition/cost_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace stepvault {

namespace {

constexpr double allowed = 0.15;

using Terms = std::array<double, 3>;

Terms terms_of(const SerializationSample& s) {
    return {1, static_cast<double>(s.tensors), static_cast<double>(s.bytes)};
}

/// Least squares with some of the terms alone; nullopt where they do not tell.
std::optional<Terms> solve(std::span<const SerializationSample> samples, unsigned used) {
    std::array<std::array<double, 4>, 3> m{};
    // Terms of very different sizes, brought to one.
    Terms scale{};
    for (const auto& s : samples) {
        for (std::size_t i = 0; i < 3; ++i)
            scale[i] = std::max(scale[i], terms_of(s)[i] / s.seconds);
    }
    for (const auto& s : samples) {
        auto t = terms_of(s);
        for (std::size_t i = 0; i < 3; ++i)
            t[i] /= s.seconds * scale[i];
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k)
                m[i][k] += t[i] * t[k];
            m[i][3] += t[i];
        }
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if ((used >> i & 1U) != 0) continue;
        for (std::size_t k = 0; k < 3; ++k)
            m[i][k] = m[k][i] = 0;
        m[i][i] = 1;
        m[i][3] = 0;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (!(std::abs(m[i][i]) > 1e-12)) return {};
        for (std::size_t r = 0; r < 3; ++r) {
            if (r == i) continue;
            const double factor = m[r][i] / m[i][i];
            for (std::size_t c = i; c < 4; ++c)
                m[r][c] -= factor * m[i][c];
        }
    }
    Terms found{};
    for (std::size_t i = 0; i < 3; ++i) {
        found[i] = m[i][3] / m[i][i] / scale[i];
        if (!(found[i] >= 0)) return {};
    }
    return found;
}

double mean_size(const SerializationSample& s) {
    return static_cast<double>(s.bytes) / static_cast<double>(std::max<std::uint64_t>(1, s.tensors));
}

}  // namespace

std::optional<CostModel> fit_cost_model(std::span<const SerializationSample> samples) {
    if (samples.size() < 4) return {};
    if (std::ranges::any_of(samples,
                            [](const auto& s) { return !(s.seconds > 0) || !std::isfinite(s.seconds); }))
        return {};
    std::optional<CostModel> best;
    double least = std::numeric_limits<double>::infinity();
    constexpr unsigned subsets = 8;
    for (unsigned used = 1; used < subsets; ++used) {
        const auto found = solve(samples, used);
        if (!found) continue;
        CostModel model;
        model.start = (*found)[0];
        model.per_tensor = (*found)[1];
        model.per_byte = (*found)[2];
        double squares = 0;
        for (const auto& s : samples) {
            const double off = model.seconds(s.bytes, s.tensors) / s.seconds - 1;
            squares += off * off;
        }
        if (squares < least) {
            least = squares;
            best = model;
        }
    }
    if (!best) return {};
    best->lower = best->per_byte > 0 ? best->per_tensor / best->per_byte : 0;
    // From the largest tensors down, as long as they take longer than they should.
    std::vector<SerializationSample> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted, std::greater(), mean_size);
    for (const auto& s : sorted) {
        if (s.seconds <= (1 + allowed) * best->seconds(s.bytes, s.tensors)) break;
        best->upper = mean_size(s);
    }
    for (const auto& s : samples) {
        if (mean_size(s) >= best->upper) continue;
        best->worst = std::max(best->worst, std::abs(best->seconds(s.bytes, s.tensors) / s.seconds - 1));
    }
    return best;
}

}  // namespace stepvault
