#include "run/divergence.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace stepvault {

namespace {

constexpr auto window = divergence_window;

double mean(std::span<const double> values) {
    double sum = 0;
    for (const double v : values)
        sum += v;
    return sum / static_cast<double>(values.size());
}

double standard_error(std::span<const double> values) {
    const double m = mean(values);
    double squares = 0;
    for (const double v : values)
        squares += (v - m) * (v - m);
    const auto n = static_cast<double>(values.size());
    return std::sqrt(squares / (n * (n - 1)));
}

}  // namespace

double divergence_bound(std::span<const double> first, std::span<const double> last) {
    const double end = mean(last);
    // Half of the improvement is lost where end - best > (first - best) / 2. A flat curve has no improvement,
    // and noise alone would exceed half of it.
    return std::min(2 * end - mean(first), end - 3 * standard_error(last));
}

bool is_any_mean_below(std::span<const double> finite, double bound) {
    for (std::size_t i = 0; i + window <= finite.size(); ++i) {
        if (mean(finite.subspan(i, window)) < bound) return true;
    }
    return false;
}

bool has_diverged(std::span<const double> losses) {
    const auto last = losses.last(std::min(window, losses.size()));
    if (!std::ranges::all_of(last, [](double v) { return std::isfinite(v); })) return true;
    std::vector<double> finite;
    finite.reserve(losses.size());
    std::ranges::copy_if(losses, std::back_inserter(finite), [](double v) { return std::isfinite(v); });
    if (finite.size() <= window) return false;
    const std::span<const double> all(finite);
    return is_any_mean_below(all, divergence_bound(all.first(window), all.last(window)));
}

}  // namespace stepvault
