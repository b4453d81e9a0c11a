#include "library/write/ingesting.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include "base/paths.h"
#include "library/write/run_operations.h"
#include "run/completeness.h"

namespace stepvault {

namespace fs = std::filesystem;

Result<CheckpointCandidate> candidate_of(const IngestRequest& request, const std::filesystem::path& path) {
    STEPVAULT_ASSIGN(candidate, checkpoint_at(path));
    if (!request.source.empty()) candidate.source = request.source;
    return std::move(candidate);
}

namespace {

/// A checkpoint with the vault in it would change while it is stored.
Status check_outside(const Vault& vault, const fs::path& path) {
    std::error_code ec;
    const auto real = fs::weakly_canonical(path, ec);
    if (ec || !lies_in(fs::weakly_canonical(vault.folder(), ec), real)) return {};
    return Error{ErrorCode::invalid_argument, path.native() + " contains the vault; name a checkpoint"};
}

}  // namespace

Result<OpenCheckpoint> open_parted(const IngestRequest& request, Communicator& group) {
    if (request.source.empty() || !request.step || request.folder.empty()) {
        return Error{ErrorCode::invalid_argument,
                     "a checkpoint in parts needs its name, its step and the run's folder"};
    }
    return open_parted_checkpoint(group, request.held, request.source, *request.step);
}

Result<std::vector<CheckpointRow>> ingest(const Vault& vault, RunLeases& leases, const IngestRequest& request,
                                          const SharedEncoding& shared, StepPiece* piece,
                                          const JobContext& job) {
    auto& group = shared.communicator;
    const auto open = [&]() -> Result<std::vector<OpenCheckpoint>> {
        std::vector<OpenCheckpoint> opened;
        if (request.is_parted) {
            STEPVAULT_ASSIGN(parted, open_parted(request, group));
            opened.push_back(std::move(parted));
            return opened;
        }
        std::vector<CheckpointCandidate> candidates;
        for (const auto& path : request.paths) {
            STEPVAULT_TRY(check_outside(vault, path));
            STEPVAULT_ASSIGN(candidate, candidate_of(request, path));
            candidates.push_back(std::move(candidate));
        }
        // Opens all checkpoints before storing any: an incomplete one leaves the vault unchanged.
        for (const auto& candidate : candidates) {
            STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, request.step, request.raw));
            opened.push_back(std::move(checkpoint));
        }
        return opened;
    };
    auto opened = open();
    STEPVAULT_TRY(all_reduce_status(group, opened ? Status() : opened.error()));
    const auto acquire = [&]() -> Result<std::shared_ptr<RunLease>> {
        const auto scheme = request.scheme.value_or(SchemeChoice{});
        STEPVAULT_TRY(check_scheme(scheme));
        const auto folder = request.folder.empty() ? opened->front().candidate.path.parent_path()
                                                   : fs::absolute(request.folder);
        STEPVAULT_ASSIGN(record, vault.run_for_name(request.run, folder, scheme));
        return leases.acquire(record.id);
    };
    const auto lease = acquire();
    STEPVAULT_TRY(all_reduce_status(group, lease ? Status() : lease.error()));
    const auto run_id = (*lease)->row().id;
    STEPVAULT_TRY(broadcast(group, as_view(run_id)));
    std::vector<CheckpointRow> rows;
    for (auto& checkpoint : *opened) {
        checkpoint.is_from_memory = request.is_from_memory;
        if (piece != nullptr) {
            STEPVAULT_ASSIGN(id, ingest_in_pieces(**lease, checkpoint, request.scheme, shared, *piece, job));
            auto& row = rows.emplace_back();
            row.id = std::move(id);
            row.run_id = run_id;
            row.original_bytes = checkpoint.bytes;
            row.stored_bytes = piece->file_size;
            continue;
        }
        STEPVAULT_ASSIGN(row, ingest(**lease, checkpoint, request.scheme, shared, job));
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace stepvault
