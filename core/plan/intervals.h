// Even checkpoint intervals for failures of constant rate. Any unit of time, the same for all.
#pragma once

namespace stepvault {

/// What a checkpoint and a failure cost a training.
struct FailureCosts {
    double checkpoint = 0;       ///< time for which a checkpoint stops the training
    double mean_to_failure = 0;  ///< of the whole job
    double restart = 0;          ///< from a failure until training goes on
};

/// sqrt(2 C M). Young, "A first order approximation to the optimum checkpoint interval", CACM 17(9), 1974.
double young_interval(const FailureCosts& costs);

/// Daly's higher-order estimate, FGCS 22(3), 2006, equation 37: for C < 2M
/// sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + C / 18M) - C, else M.
double daly_interval(const FailureCosts& costs);

/// The interval of work between checkpoints with the least expected_time(): (1 + W0(-exp(-1 - C / M))) M, W0
/// being the principal branch of Lambert's function.
double optimal_interval(const FailureCosts& costs);

/// Expected time for `work` in intervals of `interval`, each followed by a checkpoint, with restarts that
/// may fail too: M e^(R/M) (e^((tau+C)/M) - 1) work / tau. Daly, equation 20. Infinite where it overflows.
double expected_time(const FailureCosts& costs, double interval, double work);

}  // namespace stepvault
