#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace stepvault {

/// Draws when a simulated job fails. Copies draw the same failures: schedules are compared on the same luck.
class FailureSource {
 public:
    /// Failures come at the model's rate, whatever it is at the time: the clock between them runs in expected
    /// failures. `shape` of the Weibull distribution of the time between two failures: 1 is exponential, less
    /// clusters them.
    static FailureSource drawn(std::uint64_t seed, double shape = 1);
    /// Failures of the whole job at these seconds since its start, ascending; none afterwards. The clock runs
    /// in seconds.
    static FailureSource traced(std::vector<double> seconds);

    [[nodiscard]] bool runs_in_seconds() const { return traced_; }
    /// What the clock shows at the next failure, `now` being what it shows at this one or at the start.
    double next(double now);

 private:
    FailureSource() = default;

    std::mt19937_64 random_;
    double shape_ = 1;
    double scale_ = 1;
    bool traced_ = false;
    std::vector<double> trace_;
    std::size_t used_ = 0;
};

}  // namespace stepvault
