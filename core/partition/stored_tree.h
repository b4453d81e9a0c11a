#pragma once

#include "partition/partition_tree.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// The tree that PartitionTree::of() makes from the original files of a stored checkpoint.
PartitionTree tree_of_stored(const StepLayout& stored);

}  // namespace stepvault
