#include "plan/loss_family.h"

#include <cmath>

namespace stepvault {

std::string_view loss_family_name(LossFamily family) {
    switch (family) {
        case LossFamily::exponential:
            return "exponential";
        case LossFamily::exponential_floor:
            return "exponential with a floor";
        case LossFamily::power_floor:
            return "power law with a floor";
        case LossFamily::inverse_floor:
            return "inverse with a floor";
    }
    return "exponential";
}

double shape_function(LossFamily family, double shape, double k) {
    if (family == LossFamily::power_floor) return std::pow(k + 1, -shape);
    if (family == LossFamily::inverse_floor) return shape / (k + shape);
    return std::exp(-shape * k);
}

bool has_floor(LossFamily family) {
    return family != LossFamily::exponential;
}

}  // namespace stepvault
