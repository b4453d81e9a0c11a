#pragma once

#include "partition/cost_model.h"
#include "vault/format/scheme.h"

namespace stepvault {

/// The costs of a scheme on a machine, and its compression.
struct MeasuredCosts {
    Scheme scheme = Scheme::adaptive;
    CostModel model = {};
    double coded_share = 1;  ///< coded bytes divided by bytes
};

/// Measured once on two cores of an AMD EPYC with AVX-512, in memory. `scheme`: adaptive or exact.
MeasuredCosts usual_costs(Scheme scheme);

}  // namespace stepvault
