#include "library/write/ingesting.h"

#include <filesystem>
#include <memory>

#include "run/completeness.h"

namespace stepvault {

namespace fs = std::filesystem;

Result<CheckpointCandidate> candidate_of(const IngestRequest& request, const std::filesystem::path& path) {
    STEPVAULT_ASSIGN(candidate, checkpoint_at(path));
    if (!request.source.empty()) candidate.source = request.source;
    return std::move(candidate);
}

Result<std::vector<CheckpointRow>> ingest(const Vault& vault, RunKeeper& keeper, const IngestRequest& request,
                                          const JobContext& job) {
    auto* communicator = request.shared.communicator;
    const auto open = [&]() -> Result<std::vector<OpenCheckpoint>> {
        std::vector<CheckpointCandidate> candidates;
        for (const auto& path : request.paths) {
            STEPVAULT_ASSIGN(candidate, candidate_of(request, path));
            candidates.push_back(std::move(candidate));
        }
        // All are opened before any is filed: one that is not complete changes nothing.
        std::vector<OpenCheckpoint> opened;
        for (const auto& candidate : candidates) {
            STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, request.step, request.raw));
            opened.push_back(std::move(checkpoint));
        }
        return opened;
    };
    const auto opened = open();
    STEPVAULT_TRY(all_reduce_status(communicator, opened ? Status() : opened.error()));
    const auto keep = [&]() -> Result<std::shared_ptr<KeptRun>> {
        const auto scheme = request.scheme.value_or(SchemeChoice{});
        STEPVAULT_TRY(check_scheme(scheme));
        const auto folder = request.folder.empty() ? opened->front().candidate.path.parent_path()
                                                   : fs::absolute(request.folder);
        STEPVAULT_ASSIGN(record, vault.run_for_name(request.run, folder, scheme));
        return keeper.keep(record.id);
    };
    const auto run = keep();
    STEPVAULT_TRY(all_reduce_status(communicator, run ? Status() : run.error()));
    if (communicator != nullptr) {
        STEPVAULT_TRY(communicator->all_gather(as_view((*run)->row().id)));
        (*run)->share(request.shared);
    }
    std::vector<CheckpointRow> rows;
    for (const auto& checkpoint : *opened) {
        if (request.piece != nullptr) {
            STEPVAULT_ASSIGN(id, (*run)->file_in_pieces(checkpoint, request.scheme, *request.piece, job));
            auto& row = rows.emplace_back();
            row.id = std::move(id);
            row.run_id = (*run)->row().id;
            row.original_bytes = checkpoint.bytes;
            row.stored_bytes = request.piece->file_size;
            continue;
        }
        STEPVAULT_ASSIGN(row, (*run)->file(checkpoint, request.scheme, job));
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace stepvault
