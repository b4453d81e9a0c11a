#include "library/maintenance/level_copies.h"

#include "base/text.h"
#include "partition/level_store.h"
#include "partition/levels.h"

namespace stepvault {

std::string LevelCopies::name() const {
    return "the nodes in " + where_.native();
}

Status LevelCopies::copy_step(const std::string& run_id, const std::string& checkpoint_id, File& out) const {
    std::vector<LevelFile> left;
    for (const auto& node : nodes_) {
        for (auto& file : read_level_step(node, run_id, checkpoint_id).files)
            left.push_back(std::move(file));
    }
    if (left.empty()) return Error{ErrorCode::not_found, "no node has a file of " + checkpoint_id};
    STEPVAULT_ASSIGN(step_file, rebuild_step(left));
    return out.write_all(0, step_file);
}

Status LevelCopies::copy_shared_base(std::uint64_t digest, File&) const {
    return Error{ErrorCode::not_found, "nodes keep no shared base " + hex_digits(digest)};
}

Result<RunRecord> LevelCopies::record(const std::string& run_id) const {
    return Error{ErrorCode::not_found, "nodes keep no record of run " + run_id};
}

}  // namespace stepvault
