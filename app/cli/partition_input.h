#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "partition/partition_tree.h"

namespace stepvault::cli {

struct CheckpointTree {
    PartitionTree tree;
    std::vector<std::string> files;  ///< relative paths, indexed by TreeTensor::file
};

/// Reads the tree of a checkpoint file or folder.
Result<CheckpointTree> read_checkpoint_tree(const std::filesystem::path& path);

}  // namespace stepvault::cli
