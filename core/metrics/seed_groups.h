// Runs that repeat one another with other random seeds.
#pragma once

#include <cstddef>
#include <vector>

#include "metrics/hyperparameter.h"

namespace stepvault {

/// Groups of two or more of `runs`, as indices in their order, whose hyperparameters are equal but for seeds
/// (seed, random_seed, data_seed and the like, also as the last part of a nested key), of which at least one
/// differs. Names and folders of the run itself (run_name, output_dir and the like) count as equal. A run
/// without hyperparameters (nullptr) is in no group.
std::vector<std::vector<std::size_t>> seed_groups(
    const std::vector<const std::vector<Hyperparameter>*>& runs);

}  // namespace stepvault
