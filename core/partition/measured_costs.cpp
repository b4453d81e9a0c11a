#include "partition/measured_costs.h"

namespace stepvault {

MeasuredCosts usual_costs(Scheme scheme) {
    MeasuredCosts costs{.scheme = scheme, .model = {}, .coded_share = 0.021};
    if (scheme == Scheme::exact) {
        costs.coded_share = 0.65;
        costs.model.once_per_tensor = 9.3e-6;
        costs.model.once_per_byte = 5.1e-10;
        costs.model.once_per_sampled_byte = 3.5e-10;
        costs.model.per_byte = 1.25e-9;
        costs.model.crowding = 0.17;
        return costs;
    }
    costs.model.once_per_tensor = 8.5e-5;
    costs.model.once_per_byte = 2.4e-10;
    costs.model.once_per_sampled_byte = 8.3e-9;
    costs.model.per_byte = 9.7e-10;
    costs.model.crowding = 0.07;
    return costs;
}

}  // namespace stepvault
