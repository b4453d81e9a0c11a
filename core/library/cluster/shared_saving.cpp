#include <algorithm>
#include <chrono>

#include "base/wall_clock.h"
#include "library/cluster/shared_ingest.h"
#include "library/cluster/shared_vault.h"
#include "library/services/vault_parts.h"
#include "library/write/ingesting.h"
#include "partition/planned_owners.h"

namespace stepvault {

namespace {

using Clock = std::chrono::steady_clock;

LevelAges ages_of(const std::vector<SharedStep>& steps, std::int64_t now) {
    LevelAges ages;
    for (const auto& step : steps) {
        auto& age = ages.at(step.level - 1);
        const std::chrono::nanoseconds own(now - step.saved_ns);
        age = age ? std::min(*age, own) : own;
    }
    return ages;
}

}  // namespace

Result<std::uint32_t> SharedVault::choose_level(const SharedSaveRequest& request, const std::string& run_id) {
    const auto check = [&](std::uint32_t level) -> Status {
        if (level == 4) return {};
        if (level < 1 || level > 4)
            return Error{ErrorCode::invalid_argument,
                         "there is no level " + std::to_string(level) + "; give a level from 1 to 4"};
        if (!levels_) return Error{ErrorCode::invalid_argument, "levels 1 to 3 need a node folder"};
        return levels_->check(level);
    };
    if (!request.intervals) {
        STEPVAULT_TRY(check(request.level));
        return request.level;
    }
    for (std::uint32_t level = 1; level <= 4; ++level) {
        if ((*request.intervals)[level - 1].count() > 0) STEPVAULT_TRY(check(level));
    }
    std::vector<SharedStep> kept;
    if (!run_id.empty()) {
        STEPVAULT_ASSIGN(steps, steps_of(run_id));
        kept = std::move(steps);
    }
    // Rank 0 decides by its clock, since the clocks of other ranks may differ.
    ByteWriter out;
    out.put(stepvault::due_level(*request.intervals, ages_of(kept, unix_ns())).value_or(0));
    STEPVAULT_ASSIGN(told, broadcast(communicator_, out.view()));
    return ByteReader(told).get<std::uint32_t>();
}

Result<std::uint32_t> SharedVault::due_level(const std::string& run, const LevelIntervals& intervals) {
    STEPVAULT_ASSIGN(run_id, find(run));
    SharedSaveRequest request;
    request.intervals = intervals;
    return choose_level(request, run_id);
}

Result<CheckpointRow> SharedVault::ingest(const SharedSaveRequest& request, const std::string& run_id,
                                          StepPiece* piece, RankWork& work, const JobContext& job) {
    IngestRequest ingest_request{.paths = {request.path},
                                 .held = request.held,
                                 .is_parted = request.is_parted,
                                 .is_from_memory = request.is_from_memory,
                                 .source = request.source,
                                 .run = request.run,
                                 .folder = request.folder,
                                 .step = request.step,
                                 .scheme = request.scheme};
    SharedEncoding shared{communicator_};
    shared.keeps_base = levels_.has_value();
    shared.work = &work;
    shared.owners = [&](const StepLayout& layout) {
        return planned_owners(layout, request.weights.empty()
                                          ? std::vector<std::uint32_t>(communicator_.size(), 1)
                                          : request.weights);
    };
    if (piece != nullptr && !run_id.empty()) {
        // The vault does not know the steps on the nodes. A step that is saved again must not overwrite them:
        // until all nodes have written, an old copy may be the last complete one.
        STEPVAULT_ASSIGN(on_nodes, levels_->steps(run_id));
        shared.taken.insert(on_nodes.begin(), on_nodes.end());
    }
    if (!leads()) {
        STEPVAULT_TRY(help_ingest(ingest_request, shared, piece, folder_, threads_, job));
        return CheckpointRow();
    }
    auto& parts = vault_->parts();
    STEPVAULT_ASSIGN(rows, stepvault::ingest(parts.vault, parts.leases, ingest_request, shared, piece, job));
    return std::move(rows.front());
}

Result<SharedSaveReport> SharedVault::save(const SharedSaveRequest& request, const JobContext& job) {
    const auto begun = Clock::now();
    if (!request.weights.empty() &&
        (request.weights.size() != communicator_.size() ||
         std::ranges::all_of(request.weights, [](auto weight) { return weight == 0; }))) {
        return Error{ErrorCode::invalid_argument, "there must be one weight for each of " +
                                                      std::to_string(communicator_.size()) +
                                                      " processes, and one of them above zero"};
    }
    STEPVAULT_ASSIGN(known_run, find(request.run));
    STEPVAULT_ASSIGN(level, choose_level(request, known_run));
    SharedSaveReport report;
    if (level == 0) return report;
    StepPiece piece;
    RankWork work;
    STEPVAULT_ASSIGN(row, ingest(request, known_run, level < 4 ? &piece : nullptr, work, job));
    ByteWriter out;
    out.put_varint(work.bytes);
    out.put_varint(work.tensors);
    out.put(work.seconds);
    // Only those of rank 0 are read.
    out.put_text(row.run_id);
    out.put_text(row.id);
    out.put_varint(row.original_bytes);
    out.put_varint(row.stored_bytes);
    out.put(unix_ns());
    STEPVAULT_ASSIGN(told, communicator_.all_gather(out.view()));
    std::vector<ByteReader> readers;
    for (const auto& one : told) {
        auto& in = readers.emplace_back(one);
        auto& rank = report.ranks.emplace_back();
        rank.bytes = in.get_varint();
        rank.tensors = in.get_varint();
        rank.seconds = in.get<double>();
    }
    auto& in = readers.front();
    const auto run_id = in.get_text();
    report.id = in.get_text();
    report.level = level;
    report.bytes = in.get_varint();
    report.stored_bytes = in.get_varint();
    const auto saved_ns = in.get<std::int64_t>();
    if (level < 4) {
        STEPVAULT_TRY(levels_->save(run_id, {report.id, level, saved_ns}, std::move(piece)));
    } else if (levels_) {
        STEPVAULT_TRY(levels_->drop(run_id));
    }
    report.seconds = Clock::now() - begun;
    return report;
}

}  // namespace stepvault
