#include "partition/measured_costs.h"

namespace stepvault {

MeasuredCosts usual_costs(const std::string& scheme) {
    MeasuredCosts costs{.scheme = scheme, .model = {}, .coded_share = 0.021};
    if (scheme == "exact") {
        costs.coded_share = 0.65;
        costs.model.once_per_tensor = 7e-6;
        costs.model.once_per_byte = 4.5e-10;
        costs.model.once_per_sampled_byte = 7e-10;
        costs.model.per_byte = 1.24e-9;
        costs.model.crowding = 0.15;
        return costs;
    }
    costs.model.once_per_tensor = 6.8e-5;
    costs.model.once_per_byte = 3.5e-10;
    costs.model.once_per_sampled_byte = 9.1e-9;
    costs.model.per_byte = 7.8e-10;
    costs.model.crowding = 0.06;
    return costs;
}

}  // namespace stepvault
