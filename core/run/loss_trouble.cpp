#include "run/loss_trouble.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>

#include "base/median.h"

namespace stepvault {

namespace {

constexpr std::size_t window = 20;
constexpr int values_back = 5;
constexpr double spreads = 8;
/// Of a normal distribution's standard deviation by its median deviation.
constexpr double deviation = 1.4826;

/// The good values so far.
class GoodLosses {
 public:
    void add(double value) {
        last_.push_back(value);
        if (last_.size() > window) last_.pop_front();
        limit_.reset();
        if (last_.size() == window && !first_) first_ = middle();
    }
    [[nodiscard]] bool bears(double value) {
        if (!std::isfinite(value)) return false;
        if (last_.size() < window) return true;
        if (!limit_) limit_ = limit();
        return value <= *limit_;
    }

 private:
    [[nodiscard]] double middle() const { return median(std::vector(last_.begin(), last_.end())); }
    [[nodiscard]] double limit() const {
        const double now = middle();
        std::vector<double> off;
        for (const double v : last_)
            off.push_back(std::abs(v - now));
        const double gained = std::max(*first_ - now, 0.2 * std::abs(now));
        return now + std::max(spreads * deviation * median(std::move(off)), gained / 2);
    }

    std::deque<double> last_;
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
            // What rises first and is lost then is lost.
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
