#include "library/study/top_changes.h"

#include <algorithm>
#include <cmath>

#include "vault/encode/budget_planning.h"

namespace stepvault {

BucketPart part_beyond(const BucketFigures& figures, double least) {
    const auto count = static_cast<double>(figures.count);
    if (figures.min >= least) return {count, figures.sum_squares};
    if (figures.max < least) return {};
    // A density of 1 + slope * t for t from -1/2 (the smallest) to 1/2 (the largest).
    const double width = figures.max - figures.min;
    const double middle = figures.min + width / 2;
    const double slope = std::clamp(12 * (figures.sum / count - middle) / width, -2.0, 2.0);
    const auto squares_up_to = [&](double t) {
        return middle * middle * t + (2 * middle * width + slope * middle * middle) * t * t / 2 +
               (width * width + 2 * slope * middle * width) * t * t * t / 3 +
               slope * width * width * t * t * t * t / 4;
    };
    constexpr double end = 0.5;
    const double t = (least - middle) / width;
    const double share = std::clamp((end - t) + slope * (end * end - t * t) / 2, 0.0, 1.0);
    const double energy =
        (squares_up_to(end) - squares_up_to(t)) / (squares_up_to(end) - squares_up_to(-end));
    return {share * count, std::clamp(energy, 0.0, 1.0) * figures.sum_squares};
}

void TopChanges::add(const BucketStatistics& statistics, std::uint64_t elements, std::uint64_t bytes) {
    if (elements == 0) return;
    by_size_[bytes / elements].merge(statistics);
    bytes_ += static_cast<double>(bytes);
}

double TopChanges::cost_beyond(double least) const {
    double cost = 0;
    for (const auto& [size, statistics] : by_size_) {
        double count = 0;
        for (const auto& [key, figures] : statistics.buckets)
            count += part_beyond(figures, least).count;
        cost += count * (static_cast<double>(size) + index_of_element(budget_));
    }
    return cost;
}

void TopChanges::cut() {
    const double most = budget_ * bytes_;
    double low = 0;
    double high = 0;
    for (const auto& [size, statistics] : by_size_) {
        for (const auto& [key, figures] : statistics.buckets)
            high = std::max(high, figures.max);
    }
    least_ = 0;
    if (cost_beyond(0) <= most) return;
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double middle = low + (high - low) / 2;
        (cost_beyond(middle) > most ? low : high) = middle;
    }
    least_ = high;
}

TopChanges::Kept TopChanges::kept_of(const BucketStatistics& statistics, std::uint64_t elements,
                                     std::uint64_t bytes) const {
    Kept kept;
    auto count = static_cast<double>(statistics.escapes);
    for (const auto& [key, figures] : statistics.buckets) {
        const auto part = part_beyond(figures, least_);
        count += part.count;
        kept.lost += std::max(0.0, figures.sum_squares - part.squares);
    }
    const double share = elements > 0 ? count / static_cast<double>(elements) : 0;
    // Neighboring elements form a run with one place; a run of several elements also has a length
    // (runs_coder.h).
    const double runs = count * (1 - share);
    const double place = index_of_element(share) + share;
    const double size = elements > 0 ? static_cast<double>(bytes) / static_cast<double>(elements) : 0;
    kept.bits = 8 * (count * size + runs * place);
    return kept;
}

}  // namespace stepvault
