#pragma once

#include <array>
#include <string_view>

namespace stepvault {

/// L(k) = scale f(k) + floor for iterations k >= 0, where f falls from about 1 and has the single parameter
/// `shape`.
enum class LossFamily {
    exponential,        ///< e^(-shape k), without a floor: COCI's family
    exponential_floor,  ///< e^(-shape k)
    power_floor,        ///< (k + 1)^(-shape)
    inverse_floor,      ///< shape / (k + shape): 1 / (b0 k + b1) + b2 of Optimus (Peng et al., EuroSys 2018)
};
inline constexpr std::array loss_families{LossFamily::exponential, LossFamily::exponential_floor,
                                          LossFamily::power_floor, LossFamily::inverse_floor};

/// "exponential with a floor", ...
std::string_view loss_family_name(LossFamily family);
double shape_function(LossFamily family, double shape, double k);
/// Whether the loss can level off above 0.
bool has_floor(LossFamily family);

}  // namespace stepvault
