#include "ui/jobs/rate_meter.h"

#include <cmath>

namespace stepvault::ui {

namespace {
constexpr double memorySeconds = 2.0;
constexpr double leastInterval = 0.05;
}  // namespace

void RateMeter::add(double seconds, std::uint64_t done) {
    if (!at_ || done < done_) {
        restart();
        at_ = seconds;
        done_ = done;
        return;
    }
    const double interval = seconds - *at_;
    if (interval < leastInterval) return;
    const double now = static_cast<double>(done - done_) / interval;
    const double weight = rate_ ? 1 - std::exp(-interval / memorySeconds) : 1;
    rate_ = rate_.value_or(0) + weight * (now - rate_.value_or(0));
    at_ = seconds;
    done_ = done;
}

void RateMeter::restart() {
    at_.reset();
    rate_.reset();
    done_ = 0;
}

std::optional<double> RateMeter::timeLeft(std::uint64_t total) const {
    if (!rate_ || *rate_ <= 0 || total < done_) return std::nullopt;
    return static_cast<double>(total - done_) / *rate_;
}

}  // namespace stepvault::ui
