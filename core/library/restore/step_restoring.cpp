#include "library/restore/step_restoring.h"

#include <system_error>

#include "base/paths.h"
#include "library/restore/loading_snippet.h"
#include "library/summary/run_info.h"
#include "run/folder_listing.h"
#include "vault/chain/tip_store.h"
#include "vault/records/record_change.h"
#include "vault/records/restored_files.h"
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

struct OpenedStep {
    RunRecord run;
    Chain chain;
};

Result<OpenedStep> open_step(const Vault& vault, const std::string& run_id,
                             const std::string& checkpoint_id) {
    const auto run_folder = vault.run_folder(run_id);
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder)));
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(run_folder), checkpoint_id));
    use_cached_tip(chain, vault.folder(), run_id);
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
    proposal.output = free_name(parent, stem.native(), extension.native());
    return proposal;
}

/// Beside the original, under a name that says where it comes from.
Result<RestoreProposal> propose_into_run(const OpenedStep& step, RestoreExtent extent) {
    const fs::path run = step.run.folder;
    std::error_code ec;
    if (!fs::is_directory(run, ec))
        return Error{ErrorCode::not_found,
                     "the run's folder " + run.native() + " is gone; choose another output"};
    const auto beside = run / fs::path(step.chain.top().meta().source).parent_path();
    const bool is_inside = fs::is_directory(beside, ec) && really_lies_in(beside, run);
    STEPVAULT_ASSIGN(proposal, propose(step, extent, is_inside ? beside : run));
    const auto name = file_name_of(step.chain.top().meta().source);
    const auto* weights = extent == RestoreExtent::weights ? weights_suffix.data() : "";
    if (proposal.folder) {
        // Trainers delete old folders whose names begin like those of their checkpoints.
        proposal.output = free_name(proposal.output.parent_path(), "restored-" + name.native() + weights, {});
        return proposal;
    }
    // Keras knows weights by this double extension.
    constexpr std::string_view keras_weights = ".weights.h5";
    const bool is_keras = name.native().ends_with(keras_weights) && extent == RestoreExtent::whole;
    const auto extension = is_keras ? std::string(keras_weights) : proposal.output.extension().native();
    const auto stem = is_keras ? name.native().substr(0, name.native().size() - keras_weights.size())
                               : name.stem().native();
    proposal.output =
        free_name(proposal.output.parent_path(), stem + weights + std::string(restored_suffix), extension);
    return proposal;
}

/// Writes into the run's record which files are about to appear in the run's folder.
BeforePublish recording(const fs::path& run_folder, const RunRecord& run, const fs::path& output) {
    return [run_folder, folder = fs::path(run.folder), output](const std::vector<StoredFile>& files,
                                                               RestoreTarget& target) -> Status {
        RestoredFiles written;
        for (std::uint32_t i = 0; i < files.size(); ++i) {
            STEPVAULT_ASSIGN(content, identify_content(target.file(i)));
            const auto path = files[i].path.empty() ? output : output / files[i].path;
            written.emplace(path.lexically_relative(folder).native(), content);
        }
        const auto changed = change_record(run_folder, [&](RunRecord& record) {
            add_restored(record.restored, written, folder);
            return Status();
        });
        return changed ? Status() : changed.error();
    };
}

}  // namespace

fs::path free_name(const fs::path& folder, const std::string& stem, const std::string& extension) {
    auto path = folder / (stem + extension);
    std::error_code ec;
    for (int n = 2; fs::exists(fs::symlink_status(path, ec)); ++n)
        path = folder / (stem + " (" + std::to_string(n) + ")" + extension);
    return path;
}

Result<std::string> find_checkpoint(const fs::path& steps, std::int64_t step) {
    STEPVAULT_ASSIGN(listed, list_step_names(steps));
    if (const auto bad = listed.unreadable.find(step); bad != listed.unreadable.end()) {
        return Error{ErrorCode::corrupt, bad->second + "; other checkpoints of step " + std::to_string(step) +
                                             " can be restored by --id"};
    }
    return choose_checkpoint(listed.names, step);
}

Result<RestoreReport> restore_step(const Vault& vault, const RestoreRequest& request, ThreadPool& pool,
                                   const JobContext& job) {
    STEPVAULT_ASSIGN(run, find_run(vault, request.run));
    const auto steps = steps_folder(vault.run_folder(run.id));
    std::string id = request.checkpoint_id;
    if (id.empty()) {
        STEPVAULT_ASSIGN(found, find_checkpoint(steps, request.step.value_or(0)));
        id = found;
    } else if (std::error_code ec; !is_checkpoint_id(id) || !fs::exists(step_path(steps, id), ec)) {
        return unknown_checkpoint(id, run.name);
    }
    if (!request.into_run && really_lies_in(request.output, vault.folder())) {
        return Error{ErrorCode::invalid_argument,
                     request.output.native() + " lies in the vault; choose another output"};
    }
    if (request.replace && !request.into_run)
        STEPVAULT_TRY(refuse_to_replace_originals(vault, request.output));
    STEPVAULT_ASSIGN(chain, Chain::open(steps, id));
    use_cached_tip(chain, vault.folder(), run.id);
    const OpenedStep step{run, std::move(chain)};
    STEPVAULT_ASSIGN(plan, plan_restore(step.chain, run.name, request.extent));
    auto output = request.output;
    BeforePublish before_publish;
    if (request.into_run) {
        STEPVAULT_ASSIGN(proposal, propose_into_run(step, request.extent));
        output = proposal.output;
        before_publish = recording(vault.run_folder(run.id), run, output);
    }
    STEPVAULT_TRY(restore_checkpoint(step.chain, plan.restore, output, request.replace && !request.into_run,
                                     pool, job, before_publish));
    const auto& layout = step.chain.top().layout();
    return RestoreReport{.checkpoint_id = id,
                         .output = output,
                         .bytes = plan.restore.bytes(layout),
                         .files = static_cast<std::uint32_t>(plan.restore.files(layout).size()),
                         .tensors = plan.tensors,
                         .snippet = loading_snippet(output)};
}

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
    return RestoreProposals{std::move(whole), propose_into_run(step, RestoreExtent::whole),
                            propose(step, RestoreExtent::weights, {})};
}

}  // namespace stepvault
