#include "library/cluster/shared_ingest.h"

#include "base/thread_pool.h"
#include "library/write/ingesting.h"
#include "run/completeness.h"
#include "vault/encode/encode_worker.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

Status help_ingest(const IngestRequest& request, const SharedEncoding& shared, StepPiece* piece,
                   const std::filesystem::path& vault, unsigned threads, const JobContext& job) {
    auto& group = shared.communicator;
    const auto open = [&]() -> Result<OpenCheckpoint> {
        if (request.is_parted) return open_parted(request, group);
        STEPVAULT_ASSIGN(candidate, candidate_of(request, request.paths.front()));
        return open_checkpoint(candidate, request.step, request.raw);
    };
    const auto checkpoint = open();
    STEPVAULT_TRY(all_reduce_status(group, checkpoint ? Status() : checkpoint.error()));
    // Meanwhile the leader finds or creates the run, and takes its lock.
    STEPVAULT_TRY(all_reduce_status(group, {}));
    STEPVAULT_ASSIGN(run_id, broadcast(group, {}));
    ThreadPool pool(threads);
    HuffmanCache codes;
    TipStore tips(tip_cache_folder(vault), TipStore::Place::cache);
    const EncodeContext context{codes, tips, shared, piece, pool, job};
    return run_encode_worker(*checkpoint, runs_folder(vault) / std::string(as_text(run_id)), context);
}

}  // namespace stepvault
