#include "library/services/local_restorer.h"

#include "library/restore/several_restoring.h"
#include "library/restore/step_restoring.h"
#include "library/summary/run_info.h"
#include "vault/format/step_file.h"
#include "vault/originals/original.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

Result<RestoreProposal> LocalRestorer::propose(const std::string& run_id, const std::string& checkpoint_id,
                                               RestoreExtent extent) {
    return propose_restore(parts_.vault, run_id, checkpoint_id, extent);
}

Result<RestoreProposals> LocalRestorer::propose_both(const std::string& run_id,
                                                     const std::string& checkpoint_id) {
    return propose_restores(parts_.vault, run_id, checkpoint_id);
}

Result<std::filesystem::path> LocalRestorer::original(const std::string& run_id,
                                                      const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run_id));
    const auto path = step_path(steps_folder(parts_.vault.run_folder(record.id)), checkpoint_id);
    STEPVAULT_ASSIGN(file, StepFile::open(path));
    const auto found = find_original(record, file.meta(), path);
    if (!found)
        return Error{ErrorCode::not_found, "the original of " + checkpoint_id + " is gone or was changed"};
    if (found->candidate.chosen)
        return Error{ErrorCode::unsupported,
                     "the original of " + checkpoint_id + " shares its folder with other files"};
    return found->candidate.path;
}

Result<RestoreReport> LocalRestorer::restore(const RestoreRequest& request, const JobContext& job) {
    return restore_step(parts_.vault, request, parts_.pool, job);
}

RestoreSeveralReport LocalRestorer::restore_several(const RestoreSeveralRequest& request,
                                                    const JobContext& job) {
    return stepvault::restore_several(parts_.vault, request, parts_.pool, job);
}

}  // namespace stepvault
