// Even checkpoint intervals for failures at a constant rate, in any unit of time that is the same for all
// values.
#pragma once

namespace stepvault {

/// Costs of a checkpoint and of a failure to a training.
struct FailureCosts {
    double checkpoint = 0;       ///< time for which a checkpoint stops the training
    double mean_to_failure = 0;  ///< of the whole job
    double restart = 0;          ///< from a failure until training continues
};

/// sqrt(2 C M). Young, "A first order approximation to the optimum checkpoint interval", CACM 17(9), 1974.
double young_interval(const FailureCosts& costs);

/// Daly's higher-order estimate, FGCS 22(3), 2006, equation 37: for C < 2M
/// sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + C / 18M) - C, else M.
double daly_interval(const FailureCosts& costs);

/// The interval of work between checkpoints with the least expected_time(): (1 + W0(-exp(-1 - C / M))) M,
/// where W0 is the principal branch of Lambert's function.
double optimal_interval(const FailureCosts& costs);

/// Expected time for `work` in intervals of `interval`, each followed by a checkpoint; restarts may also
/// fail: M e^(R/M) (e^((tau+C)/M) - 1) work / tau. Daly, equation 20. Infinite where it overflows.
double expected_time(const FailureCosts& costs, double interval, double work);

}  // namespace stepvault
