// Compares the hyperparameters of several runs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/hyperparameter.h"

namespace stepvault {

/// The values of each key, one for each run in the runs' order; nullptr where a run lacks the key.
using HyperparameterRows = std::map<std::string, std::vector<const HyperparameterValue*>>;

/// `runs`: one list for each run, each key once. The values are those of `runs`, which must outlive the
/// result.
HyperparameterRows hyperparameter_rows(const std::vector<const std::vector<Hyperparameter>*>& runs);
/// Two runs have another value, or one lacks the key. False for no run.
bool is_different(const std::vector<const HyperparameterValue*>& values);

/// By the whole key, else by its last part: "lr" finds "optimizer.lr" if no other key ends so. nullptr for
/// none. `values`: sorted by key.
const Hyperparameter* find_hyperparameter(const std::vector<Hyperparameter>& values, std::string_view key);

}  // namespace stepvault
