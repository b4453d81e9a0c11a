#include "library/step_restoring.h"

#include <system_error>

#include "base/paths.h"
#include "library/run_info.h"
#include "vault/restoring.h"
#include "vault/step_choice.h"
#include "vault/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Links are followed as far as the path exists.
bool really_lies_in(const fs::path& path, const fs::path& folder) {
    std::error_code ec;
    return !folder.empty() &&
           lies_in(fs::weakly_canonical(fs::absolute(path, ec), ec), fs::weakly_canonical(folder, ec));
}

Status refuse_to_replace_originals(const Vault& vault, const fs::path& output) {
    STEPVAULT_ASSIGN(runs, vault.runs());
    for (const auto& r : runs.records) {
        if (!really_lies_in(output, r.folder)) continue;
        return Error{ErrorCode::invalid_argument, output.native() + " lies in the folder of run " + r.name +
                                                      ", where nothing is replaced; choose another output"};
    }
    return {};
}

}  // namespace

Result<RestoreReport> restore_step(const Vault& vault, const RestoreRequest& request, ThreadPool& pool,
                                   const JobContext& job) {
    STEPVAULT_ASSIGN(run, find_run(vault, request.run));
    const auto steps = steps_folder(vault.run_folder(run.id));
    std::string id = request.checkpoint_id;
    if (id.empty()) {
        const auto step = request.step.value_or(0);
        STEPVAULT_ASSIGN(listed, list_step_names(steps));
        if (const auto bad = listed.unreadable.find(step); bad != listed.unreadable.end()) {
            return Error{ErrorCode::corrupt, bad->second + "; other checkpoints of step " +
                                                 std::to_string(step) + " are to be had by --id"};
        }
        STEPVAULT_ASSIGN(found, choose_checkpoint(listed.names, step));
        id = found;
    } else if (std::error_code ec; !is_checkpoint_id(id) || !fs::exists(step_path(steps, id), ec)) {
        return Error{ErrorCode::not_found, "there is no checkpoint " + id + " in run " + run.name};
    }
    if (really_lies_in(request.output, vault.folder())) {
        return Error{ErrorCode::invalid_argument,
                     request.output.native() + " lies in the vault; choose another output"};
    }
    if (request.replace) STEPVAULT_TRY(refuse_to_replace_originals(vault, request.output));
    STEPVAULT_ASSIGN(chain, Chain::open(steps, id));
    chain.use_tip(tip_file(vault.run_folder(run.id)));
    STEPVAULT_TRY(restore_checkpoint(chain, request.output, request.replace, pool, job));
    return RestoreReport{id, request.output, chain.top().layout().total_bytes(),
                         static_cast<std::uint32_t>(chain.top().layout().files.size())};
}

}  // namespace stepvault
