#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace stepvault::ui {

/// Tells when a disk is full if its space goes on to shrink as in the last hour. Whatever writes to the disk
/// counts, not only the vault.
class DiskForecast {
 public:
    /// `time` in seconds, not falling; `free` in bytes.
    void add(double time, std::uint64_t free);
    void clear() { samples_.clear(); }
    /// Seconds from the last sample; nullopt unless at least ten minutes are known in which 64 MiB or more
    /// were used.
    [[nodiscard]] std::optional<double> secondsLeft() const;
    /// Seconds over which the rate was measured.
    [[nodiscard]] double span() const;

 private:
    struct Sample {
        double time = 0;
        std::uint64_t free = 0;
    };
    std::deque<Sample> samples_;
};

}  // namespace stepvault::ui
