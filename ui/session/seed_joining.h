#pragma once

#include <vector>

#include "ui/models/comparison.h"

namespace stepvault::ui {

/// Puts one entry in the place of each of `groups` (indices of runs): the mean of their curves with its band,
/// and what they store together. Runs without the metric, and groups that have one curve at most, stay as
/// they are. The entry has the id of the group's first run.
Comparison joinSeeds(Comparison comparison, const std::vector<std::vector<std::size_t>>& groups);

}  // namespace stepvault::ui
