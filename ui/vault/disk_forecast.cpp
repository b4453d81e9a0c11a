#include "ui/vault/disk_forecast.h"

namespace stepvault::ui {

namespace {
constexpr double longest = 3600;
constexpr double shortest = 600;
constexpr double between = 10;
constexpr std::uint64_t leastUsed = 64ULL << 20U;
}  // namespace

void DiskForecast::add(double time, std::uint64_t free) {
    if (samples_.size() > 1 && time - samples_[samples_.size() - 2].time < between) samples_.pop_back();
    samples_.push_back({time, free});
    while (time - samples_.front().time > longest)
        samples_.pop_front();
}

std::optional<double> DiskForecast::secondsLeft() const {
    if (samples_.empty()) return std::nullopt;
    const Sample& first = samples_.front();
    const Sample& last = samples_.back();
    if (span() < shortest || first.free < last.free + leastUsed) return std::nullopt;
    return static_cast<double>(last.free) / (static_cast<double>(first.free - last.free) / span());
}

double DiskForecast::span() const {
    return samples_.empty() ? 0 : samples_.back().time - samples_.front().time;
}

}  // namespace stepvault::ui
