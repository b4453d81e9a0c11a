#include "partition_input.h"

#include "run/completeness.h"

namespace stepvault::cli {

Result<CheckpointTree> read_checkpoint_tree(const std::filesystem::path& path) {
    constexpr std::int64_t any_step = 0;  // the tree does not depend on the step
    STEPVAULT_ASSIGN(candidate, checkpoint_at(path));
    STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, any_step));
    CheckpointTree read;
    std::vector<FileLayout> files;
    for (const auto& file : checkpoint.files) {
        files.push_back({file.relative, &file.layout});
        read.files.push_back(file.relative);
    }
    read.tree = PartitionTree::of(files);
    return read;
}

}  // namespace stepvault::cli
