#pragma once

#include "partition/partition_tree.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// As PartitionTree::of() makes it from the files that a stored checkpoint was made of.
PartitionTree tree_of_stored(const StepLayout& stored);

}  // namespace stepvault
