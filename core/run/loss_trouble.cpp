#include "run/loss_trouble.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <vector>

namespace stepvault {

namespace {

constexpr std::size_t losses_looked_at = 20;
constexpr int values_back = 5;
constexpr double spreads = 8;
/// Ratio of a normal distribution's standard deviation to its median deviation.
constexpr double deviation = 1.4826;

/// The good values so far. There may be millions, so only the last ones are also kept sorted.
class GoodLosses {
 public:
    void add(double value) {
        if (last_.size() == losses_looked_at) {
            sorted_.erase(std::ranges::lower_bound(sorted_, last_.front()));
            last_.pop_front();
        }
        last_.push_back(value);
        sorted_.insert(std::ranges::upper_bound(sorted_, value), value);
        limit_.reset();
        if (last_.size() == losses_looked_at && !first_) first_ = middle();
    }
    [[nodiscard]] bool bears(double value) {
        if (!std::isfinite(value)) return false;
        if (last_.size() < losses_looked_at) return true;
        if (!limit_) limit_ = limit();
        return value <= *limit_;
    }

 private:
    [[nodiscard]] double middle() const { return sorted_[losses_looked_at / 2]; }
    /// The median distance of the values from their median, found outwards from the middle, nearest first.
    [[nodiscard]] double median_deviation() const {
        const double now = middle();
        auto above = losses_looked_at / 2;
        auto below = above;
        double off = 0;
        for (std::size_t n = 0; n <= losses_looked_at / 2; ++n) {
            const bool up =
                below == 0 || (above < losses_looked_at && sorted_[above] - now <= now - sorted_[below - 1]);
            off = up ? sorted_[above++] - now : now - sorted_[--below];
        }
        return off;
    }
    [[nodiscard]] double limit() const {
        const double now = middle();
        const double gained = std::max(*first_ - now, 0.2 * std::abs(now));
        return now + std::max(spreads * deviation * median_deviation(), gained / 2);
    }

    std::deque<double> last_;
    std::vector<double> sorted_;
    std::optional<double> first_;
    std::optional<double> limit_;
};

}  // namespace

std::vector<LossTrouble> find_loss_troubles(std::span<const LossValue> losses) {
    std::vector<LossTrouble> troubles;
    GoodLosses good;
    int back = 0;
    for (const auto& loss : losses) {
        const bool bad = !good.bears(loss.value);
        const bool troubled = !troubles.empty() && !troubles.back().over;
        if (bad) {
            if (!troubled) troubles.push_back({loss.step, std::isfinite(loss.value)});
            // A loss that first rises and then becomes non-finite counts as non-finite.
            troubles.back().finite = troubles.back().finite && std::isfinite(loss.value);
            back = 0;
            continue;
        }
        if (troubled && ++back < values_back) continue;
        if (troubled) troubles.back().over = true;
        good.add(loss.value);
    }
    return troubles;
}

}  // namespace stepvault
