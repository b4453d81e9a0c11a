#include "library/cluster/shared_ingest.h"

#include "base/thread_pool.h"
#include "library/write/ingesting.h"
#include "run/completeness.h"
#include "vault/encode/filing_help.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

Status help_ingest(const IngestRequest& request, const std::filesystem::path& vault, unsigned threads,
                   const JobContext& job) {
    auto& communicator = *request.shared.communicator;
    const auto open = [&]() -> Result<OpenCheckpoint> {
        STEPVAULT_ASSIGN(candidate, candidate_of(request, request.paths.front()));
        return open_checkpoint(candidate, request.step, request.raw);
    };
    const auto checkpoint = open();
    STEPVAULT_TRY(all_reduce_status(&communicator, checkpoint ? Status() : checkpoint.error()));
    // The leader finds or makes the run, and takes its lock.
    STEPVAULT_TRY(all_reduce_status(&communicator, {}));
    STEPVAULT_ASSIGN(ids, communicator.all_gather({}));
    ThreadPool pool(threads);
    HuffmanCache codes;
    return help_filing(*checkpoint, runs_folder(vault) / std::string(as_text(ids.front())), request.shared,
                       codes, request.piece, pool, job);
}

}  // namespace stepvault
