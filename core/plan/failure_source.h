#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace stepvault {

/// Draws the failures of a simulated job. Copies draw the same failures, so that schedules are compared on
/// the same failures.
class FailureSource {
 public:
    /// Failures come at the model's current rate, whatever it is: the clock between failures runs in expected
    /// failures. `shape` of the Weibull distribution of the time between two failures: 1 is exponential,
    /// smaller values cluster failures.
    static FailureSource drawn(std::uint64_t seed, double shape = 1);
    /// Failures of the whole job at these seconds since its start, ascending; none after the last. The clock
    /// runs in seconds.
    static FailureSource traced(std::vector<double> seconds);

    [[nodiscard]] bool runs_in_seconds() const { return traced_; }
    /// The clock's value at the next failure; `now` is its value at this failure or at the start.
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
