#include "library/restore/step_restoring.h"

#include <system_error>

#include "base/paths.h"
#include "library/summary/run_info.h"
#include "run/folder_listing.h"
#include "vault/records/step_choice.h"
#include "vault/records/vault_paths.h"
#include "vault/restore/restoring.h"
#include "vault/restore/weights_plan.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view weights_suffix = "-weights";

/// Follows links as far as the path exists.
bool really_lies_in(const fs::path& path, const fs::path& folder) {
    std::error_code ec;
    return !folder.empty() &&
           lies_in(fs::weakly_canonical(fs::absolute(path, ec), ec), fs::weakly_canonical(folder, ec));
}

/// The last part of the source name, or "checkpoint" if that part cannot name a file: a step file may contain
/// any source name.
fs::path file_name_of(const std::string& source) {
    const auto name = fs::path(source).filename();
    const bool is_name =
        !name.empty() && name != "." && name != ".." && name.native().find('\0') == std::string::npos;
    return is_name ? name : fs::path("checkpoint");
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

Result<WeightsPlan> plan_restore(const Chain& chain, const std::string& run, RestoreExtent extent) {
    if (extent == RestoreExtent::weights) return plan_weights(chain, run);
    return WeightsPlan{.restore = RestorePlan::whole(chain.top().layout()), .tensors = 0};
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
                                                 std::to_string(step) + " can be restored by --id"};
        }
        STEPVAULT_ASSIGN(found, choose_checkpoint(listed.names, step));
        id = found;
    } else if (std::error_code ec; !is_checkpoint_id(id) || !fs::exists(step_path(steps, id), ec)) {
        return unknown_checkpoint(id, run.name);
    }
    if (really_lies_in(request.output, vault.folder())) {
        return Error{ErrorCode::invalid_argument,
                     request.output.native() + " lies in the vault; choose another output"};
    }
    if (request.replace) STEPVAULT_TRY(refuse_to_replace_originals(vault, request.output));
    STEPVAULT_ASSIGN(chain, Chain::open(steps, id));
    chain.use_tip(tip_file(vault.run_folder(run.id)));
    STEPVAULT_ASSIGN(plan, plan_restore(chain, run.name, request.extent));
    STEPVAULT_TRY(restore_checkpoint(chain, plan.restore, request.output, request.replace, pool, job));
    const auto& layout = chain.top().layout();
    return RestoreReport{.checkpoint_id = id,
                         .output = request.output,
                         .bytes = plan.restore.bytes(layout),
                         .files = static_cast<std::uint32_t>(plan.restore.files(layout).size()),
                         .tensors = plan.tensors};
}

namespace {

struct OpenedStep {
    RunRecord run;
    Chain chain;
};

Result<OpenedStep> open_step(const Vault& vault, const std::string& run_id,
                             const std::string& checkpoint_id) {
    const auto run_folder = vault.run_folder(run_id);
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder)));
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(run_folder), checkpoint_id));
    chain.use_tip(tip_file(run_folder));
    return OpenedStep{std::move(record), std::move(chain)};
}

Result<RestoreProposal> propose(const OpenedStep& step, RestoreExtent extent, const fs::path& folder) {
    const auto& [record, chain] = step;
    STEPVAULT_ASSIGN(plan, plan_restore(chain, record.name, extent));
    const auto& layout = chain.top().layout();
    const auto files = plan.restore.files(layout);
    RestoreProposal proposal;
    proposal.bytes = plan.restore.bytes(layout);
    proposal.folder = files.size() != 1 || !files[0].path.empty();
    proposal.safetensors = !proposal.folder && files[0].format == "safetensors";
    // Not in the run's own folder, where the output would look like a new checkpoint of the run.
    const fs::path run = record.folder;
    const auto parent = folder.empty()
                            ? run.parent_path() / (run.filename().native() + std::string(restored_suffix))
                            : folder;
    const auto source = file_name_of(chain.top().meta().source);
    auto stem = proposal.folder ? source : source.stem();
    auto extension = proposal.folder ? fs::path() : source.extension();
    if (extent == RestoreExtent::weights) stem += weights_suffix;
    if (!plan.restore.made.empty() && !proposal.folder) extension = ".safetensors";
    proposal.output = parent / (stem.native() + extension.native());
    std::error_code ec;
    for (int n = 2; fs::exists(fs::symlink_status(proposal.output, ec)); ++n)
        proposal.output = parent / (stem.native() + " (" + std::to_string(n) + ")" + extension.native());
    return proposal;
}

}  // namespace

Result<RestoreProposal> propose_restore(const Vault& vault, const std::string& run_id,
                                        const std::string& checkpoint_id, RestoreExtent extent,
                                        const fs::path& folder) {
    STEPVAULT_ASSIGN(step, open_step(vault, run_id, checkpoint_id));
    return propose(step, extent, folder);
}

Result<RestoreProposals> propose_restores(const Vault& vault, const std::string& run_id,
                                          const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(step, open_step(vault, run_id, checkpoint_id));
    STEPVAULT_ASSIGN(whole, propose(step, RestoreExtent::whole, {}));
    return RestoreProposals{std::move(whole), propose(step, RestoreExtent::weights, {})};
}

}  // namespace stepvault
