#include "plan/loss_forecast.h"

#include <algorithm>
#include <vector>

namespace stepvault {

namespace {

struct Place {
    double step = 0;
    double loss = 0;
};

/// The non-increasing curve with the least weighted squares: rising neighbors are pooled. Ayer et al., Annals
/// of Mathematical Statistics 26(4), 1955. A pool's loss is placed at its middle.
std::vector<Place> falling(const std::vector<SmoothLoss>& points) {
    std::vector<SmoothLoss> pools;
    for (auto p : points) {
        while (!pools.empty() && pools.back().loss <= p.loss) {
            const auto& q = pools.back();
            const double weight = p.weight + q.weight;
            p = {(p.step * p.weight + q.step * q.weight) / weight,
                 (p.loss * p.weight + q.loss * q.weight) / weight, weight};
            pools.pop_back();
        }
        pools.push_back(p);
    }
    std::vector<Place> places;
    places.reserve(pools.size());
    for (const auto& p : pools)
        places.push_back({p.step, p.loss});
    return places;
}

double interpolate(const std::vector<Place>& places, double step) {
    const auto after = std::ranges::lower_bound(places, step, {}, &Place::step);
    if (after == places.begin()) return places.front().loss;
    if (after == places.end()) return places.back().loss;
    const auto before = std::prev(after);
    const double part = (step - before->step) / (after->step - before->step);
    return before->loss + part * (after->loss - before->loss);
}

}  // namespace

LossCurve loss_outlook(const LossHistory& history, const LossTrend& trend, double iteration,
                       std::uint64_t end) {
    const auto last = static_cast<double>(history.last_step);
    const bool is_past = static_cast<double>(end) <= last;
    const bool has_future = trend.tells();
    if (history.smooth.size() < 2 || (!is_past && !has_future)) return {};
    auto places = falling(history.smooth);
    if (!has_future) {
        return [places = std::move(places), iteration](double seconds) {
            return interpolate(places, seconds / iteration);
        };
    }
    // Shift the fit to the last loss, so that there is no step between them.
    const double shift = interpolate(places, last) - trend.fit->at(last);
    return [places = std::move(places), fit = *trend.fit, last, shift, iteration](double seconds) {
        const double step = seconds / iteration;
        return step <= last ? interpolate(places, step) : fit.at(step) + shift;
    };
}

}  // namespace stepvault
