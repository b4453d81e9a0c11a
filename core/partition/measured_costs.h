#pragma once

#include "partition/cost_model.h"
#include "vault/format/scheme.h"

namespace stepvault {

/// What a scheme costs on a machine, and what it leaves of the bytes.
struct MeasuredCosts {
    Scheme scheme = Scheme::adaptive;
    CostModel model = {};
    double coded_share = 1;  ///< coded bytes by bytes
};

/// As measured once on two cores of an AMD EPYC with AVX-512, in memory. `scheme`: adaptive or exact.
MeasuredCosts usual_costs(Scheme scheme);

}  // namespace stepvault
