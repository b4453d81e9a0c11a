// Histograms of the magnitudes of changes, from which the planner of scheme `adaptive` predicts what a step
// of its linear quantizer leaves.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/adaptive_model.h"

namespace stepvault {

/// Magnitudes of equal exponents and leading bits of the mantissa, so close together that the bin's mean
/// stands for its members.
struct MagnitudeBin {
    double count = 0;
    double sum = 0;
    double squares = 0;
    [[nodiscard]] double mean() const { return sum / count; }
};

/// Counts magnitudes in bins.
class ChangeMagnitudes {
 public:
    /// Leading bits of the mantissa: to set what levels stand for, and to sum errors.
    static constexpr unsigned fine = 6;
    static constexpr unsigned coarse = 4;

    explicit ChangeMagnitudes(unsigned bits) : shift_(23U - bits), bins_(std::size_t{1} << (8U + bits)) {}
    /// `magnitude`: finite, above 0. It counts `weight` times.
    void add(float magnitude, double weight);
    /// The bins that have members, in ascending order. No bin has any afterwards.
    std::vector<MagnitudeBin> take();

 private:
    unsigned shift_;
    std::vector<MagnitudeBin> bins_;
    std::vector<std::uint32_t> used_;
};

/// Sets what levels 1, 2 and those from 3 on stand for: the means of their members. `bins`: fine ones.
void set_inward(Quantizer& q, const std::vector<MagnitudeBin>& bins);

/// The squared error that a quantizer leaves of a payload's changes. `bins`: coarse ones.
double squared_error(const Quantizer& q, const std::vector<MagnitudeBin>& bins, bool may_gain);

}  // namespace stepvault
