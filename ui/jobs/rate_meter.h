#pragma once

#include <cstdint>
#include <optional>

namespace stepvault::ui {

/// Bytes per second over the last seconds, smoothed, from samples of (time, bytes done).
class RateMeter {
 public:
    void add(double seconds, std::uint64_t done);
    void restart();

    [[nodiscard]] std::optional<double> rate() const { return rate_; }
    /// Seconds left to `total`; nullopt until there is a rate.
    [[nodiscard]] std::optional<double> timeLeft(std::uint64_t total) const;

 private:
    std::optional<double> at_;
    std::uint64_t done_ = 0;
    std::optional<double> rate_;
};

}  // namespace stepvault::ui
