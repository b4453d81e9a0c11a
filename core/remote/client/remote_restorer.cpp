#include "remote/client/remote_restorer.h"

#include <cstdlib>
#include <system_error>

#include "library/restore/several_restoring.h"
#include "library/restore/step_restoring.h"
#include "remote/client/remote_call.h"
#include "remote/client/remote_files.h"

namespace stepvault {

namespace {

/// The user's folder for files from elsewhere.
std::filesystem::path folder_here() {
    const char* home = std::getenv("HOME");
    std::filesystem::path folder = home != nullptr ? home : ".";
    std::error_code ec;
    if (std::filesystem::is_directory(folder / "Downloads", ec)) folder /= "Downloads";
    return folder;
}

/// The same output on this machine.
void bring_here(RestoreProposal& proposal) {
    // Another machine must not choose a name that a shell or a program here reads by itself.
    auto text = proposal.output.filename().native();
    text.erase(0, text.find_first_not_of('.'));
    const std::filesystem::path name = text.empty() ? "checkpoint" : text;
    proposal.output = proposal.folder
                          ? free_name(folder_here(), name.native(), {})
                          : free_name(folder_here(), name.stem().native(), name.extension().native());
}

}  // namespace

Result<RestoreProposal> RemoteRestorer::propose(const std::string& run_id, const std::string& checkpoint_id,
                                                RestoreExtent extent) {
    auto proposal = call<&Restorer::propose>(link_, run_id, checkpoint_id, extent);
    if (proposal) bring_here(*proposal);
    return proposal;
}

Result<RestoreProposals> RemoteRestorer::propose_both(const std::string& run_id,
                                                      const std::string& checkpoint_id) {
    auto proposals = call<&Restorer::propose_both>(link_, run_id, checkpoint_id);
    if (!proposals) return proposals;
    bring_here(proposals->whole);
    if (proposals->weights) bring_here(*proposals->weights);
    return proposals;
}

Result<std::filesystem::path> RemoteRestorer::original(const std::string& run_id,
                                                       const std::string& checkpoint_id) {
    return call<&Restorer::original>(link_, run_id, checkpoint_id);
}

Result<FetchedVault> RemoteRestorer::open_cache() {
    return FetchedVault::open(FetchedVault::folder_for(RemoteFiles(link_).name()));
}

Status RemoteRestorer::fetch(FetchedVault& fetched, const std::string& run_id,
                             const std::string& checkpoint_id, const JobContext& job) {
    RemoteFiles source(link_);
    for (bool is_last_try = false;; is_last_try = true) {
        STEPVAULT_ASSIGN(files, call<&StoredFiles::chain_files>(link_, run_id, checkpoint_id, job));
        auto status = fetched.fetch(files, source, job);
        // A step file may have been written anew meanwhile.
        if (status || is_last_try || status.error().code != ErrorCode::not_found) return status;
    }
}

Result<RestoreReport> RemoteRestorer::restore(const RestoreRequest& request, const JobContext& job) {
    if (request.into_run) return call<&Restorer::restore>(link_, request, job);
    STEPVAULT_ASSIGN(run, call<&Queries::run>(link_, request.run));
    auto here = request;
    here.run = run.row.id;
    if (here.checkpoint_id.empty()) {
        STEPVAULT_ASSIGN(row, call<&Queries::find_checkpoint>(link_, here.run, request.step.value_or(0)));
        here.checkpoint_id = row.id;
    }
    STEPVAULT_ASSIGN(fetched, open_cache());
    STEPVAULT_TRY(fetch(fetched, here.run, here.checkpoint_id, job));
    STEPVAULT_ASSIGN(vault, Vault::open(fetched.folder(), false));
    return restore_step(vault, here, pool_, job);
}

RestoreSeveralReport RemoteRestorer::restore_several(const RestoreSeveralRequest& request,
                                                     const JobContext& job) {
    auto report = [&]() -> Result<RestoreSeveralReport> {
        STEPVAULT_ASSIGN(run, call<&Queries::run>(link_, request.run));
        auto here = request;
        here.run = run.row.id;
        STEPVAULT_ASSIGN(fetched, open_cache());
        for (const auto& id : here.checkpoint_ids)
            STEPVAULT_TRY(fetch(fetched, here.run, id, job));
        STEPVAULT_ASSIGN(vault, Vault::open(fetched.folder(), false));
        return stepvault::restore_several(vault, here, pool_, job);
    }();
    return report ? *report : RestoreSeveralReport{.restored = {}, .ended = report.error()};
}

}  // namespace stepvault
