#include "library/restore/several_restoring.h"

#include <utility>

#include "base/file.h"
#include "base/part_progress.h"
#include "library/restore/step_restoring.h"
#include "library/summary/run_info.h"
#include "vault/format/step_file.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

Status restore_all(const Vault& vault, const RestoreSeveralRequest& request, ThreadPool& pool,
                   const JobContext& job, std::vector<RestoreReport>& restored) {
    STEPVAULT_ASSIGN(run, find_run(vault, request.run));
    std::vector<RestoreExtent> extents;
    std::vector<std::uint64_t> bytes;
    std::uint64_t total = 0;
    for (const auto& id : request.checkpoint_ids) {
        STEPVAULT_TRY(job.check());
        const auto meta = read_step_meta(step_path(steps_folder(vault.run_folder(run.id)), id));
        extents.push_back(meta && meta->weights_only ? RestoreExtent::weights : request.extent);
        STEPVAULT_ASSIGN(proposal, propose_restore(vault, run.id, id, extents.back(), request.folder));
        bytes.push_back(proposal.bytes);
        total += proposal.bytes;
    }
    STEPVAULT_TRY(check_space(request.folder, total));
    PartProgress sum(job);
    sum.expect(total);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        sum.begin(bytes[i]);
        // The earlier restores may have taken names, so the free name is determined only now.
        STEPVAULT_ASSIGN(
            proposal, propose_restore(vault, run.id, request.checkpoint_ids[i], extents[i], request.folder));
        RestoreRequest one;
        one.run = run.id;
        one.checkpoint_id = request.checkpoint_ids[i];
        one.output = proposal.output;
        one.extent = extents[i];
        STEPVAULT_ASSIGN(report, restore_step(vault, one, pool, sum.job()));
        restored.push_back(std::move(report));
    }
    return {};
}

}  // namespace

RestoreSeveralReport restore_several(const Vault& vault, const RestoreSeveralRequest& request,
                                     ThreadPool& pool, const JobContext& job) {
    RestoreSeveralReport report;
    const auto status = restore_all(vault, request, pool, job, report.restored);
    if (!status) report.ended = status.error();
    return report;
}

}  // namespace stepvault
