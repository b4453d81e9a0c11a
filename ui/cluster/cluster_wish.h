// Whether the page Cluster means anything to somebody.
#pragma once

#include <vector>

#include "library/catalog/catalog.h"

namespace stepvault::ui {

/// A checkpoint was written by several processes, each its part.
bool areOfSeveralRanks(const std::vector<CheckpointRow>& checkpoints);
/// Programs can be started on several nodes from this machine. Looks through $PATH.
bool hasMpi();

}  // namespace stepvault::ui
