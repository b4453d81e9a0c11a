#include "library/study/stored_studies.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "library/summary/run_info.h"
#include "vault/chain/shared_base.h"
#include "vault/encode/parent_choice.h"
#include "vault/records/step_choice.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/rewrite/recoding.h"

namespace stepvault {

namespace fs = std::filesystem;

namespace {

std::uint64_t exact_bytes_of(const StepFile& base) {
    return base.meta().scheme == Scheme::exact ? base.size() : base.meta().exact_bytes;
}

/// The size of the step when it was exact; for a base, its size without a shared base. 0 if it never was
/// exact, or is not known.
double exact_bytes(const CheckpointRow& row, const fs::path& steps) {
    if (row.weights_only) return 0;
    if (!row.parent.empty()) return row.scheme == Scheme::exact ? static_cast<double>(row.stored_bytes) : 0;
    const auto base = StepFile::open(step_path(steps, row.id));
    if (!base) return 0;
    if (!base->meta().leans_on_shared_base()) return static_cast<double>(exact_bytes_of(*base));
    const auto shared = open_shared_base(steps, base->meta().parent_digest);
    if (!shared || shared->meta().original_bytes == 0) return 0;
    return static_cast<double>(exact_bytes_of(*shared)) * static_cast<double>(row.original_bytes) /
           static_cast<double>(shared->meta().original_bytes);
}

/// The ratio of stored to original bytes over exact steps; nullopt if there are none.
std::optional<double> exact_share(const std::vector<CheckpointRow>& rows, const fs::path& steps) {
    double original = 0;
    double stored = 0;
    for (const auto& row : rows) {
        const auto exact = exact_bytes(row, steps);
        if (exact == 0) continue;
        original += static_cast<double>(row.original_bytes);
        stored += exact;
    }
    return original > 0 ? std::optional(stored / original) : std::nullopt;
}

struct StoredPair {
    Chain step;
    Chain before;
};

/// Opens a step and the newest earlier step of its series.
Result<StoredPair> open_with_the_one_before(const fs::path& run, const std::vector<StepMeta>& stored,
                                            const std::string& id) {
    const auto at = std::ranges::find(stored, id, &StepMeta::id);
    const std::vector<StepMeta> earlier(stored.begin(), at);
    const auto* before = at != stored.end() ? choose_parent(earlier, at->source).before : nullptr;
    if (before == nullptr) return Error{ErrorCode::not_found, "no step before " + id + " is stored"};
    if (at->weights_only || before->weights_only)
        return only_weights_kept(at->weights_only ? id : before->id);
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(run), id));
    STEPVAULT_ASSIGN(chain_before, Chain::open(steps_folder(run), before->id));
    return StoredPair{std::move(chain), std::move(chain_before)};
}

struct OpenedPlace {
    ComparedCheckpoint about;
    std::unique_ptr<CheckpointContents> contents;
};

Result<OpenedPlace> open_place(const Vault& vault, const CheckpointPlace& place, const ThreadPool& pool) {
    OpenedPlace opened;
    if (place.run_id.empty()) {
        opened.about.path = place.path;
        STEPVAULT_ASSIGN(contents, file_contents(place.path));
        opened.contents = std::move(contents);
        return opened;
    }
    const auto folder = vault.run_folder(place.run_id);
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(folder), place.checkpoint_id));
    const auto& meta = chain.top().meta();
    opened.about = {place.run_id,        meta.id,          {}, meta.step, meta.scheme,
                    meta.relative_error, meta.weights_only};
    // Each thread reads from up to two chunks, for up to three pieces.
    opened.contents = stored_contents(std::move(chain), 6 * std::size_t{pool.size()} + 8);
    return opened;
}

}  // namespace

Result<StudySource> study_source(const Vault& vault, Catalog& catalog, const std::string& run_id,
                                 const std::string& checkpoint_id) {
    const auto steps = steps_folder(vault.run_folder(run_id));
    STEPVAULT_ASSIGN(step, StepFile::open(step_path(steps, checkpoint_id)));
    STEPVAULT_ASSIGN(rows, catalog.checkpoints(run_id));
    return StudySource::of(step, exact_share(rows, steps));
}

Result<BitsStudy> study_bits(const Vault& vault, Catalog& catalog, const std::string& run_id,
                             const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(source, study_source(vault, catalog, run_id, checkpoint_id));
    return BitsStudy::of(std::move(source));
}

Result<RecodedSource> recoded_source(const Vault& vault, const std::string& run_id,
                                     const std::string& checkpoint_id, const SchemeChoice& choice,
                                     ThreadPool& pool, const JobContext& job) {
    STEPVAULT_ASSIGN(record, find_run(vault, run_id));
    const auto folder = vault.run_folder(record.id);
    STEPVAULT_ASSIGN(listed, list_steps(steps_folder(folder)));
    STEPVAULT_ASSIGN(pair, open_with_the_one_before(folder, listed.steps, checkpoint_id));
    const auto& stored = pair.step.top();
    const double exact =
        static_cast<double>(stored.size()) / static_cast<double>(stored.meta().original_bytes);
    std::optional<RecodedSource> found;
    STEPVAULT_TRY(look_at_recoded({folder, record, listed.steps}, checkpoint_id, choice, pool, job,
                                  [&](const StepFile& step) -> Status {
                                      STEPVAULT_ASSIGN(study, StudySource::of(step, exact));
                                      STEPVAULT_ASSIGN(rows, RowChanges::read(step.layout(), pair.step,
                                                                              pair.before, pool, job));
                                      found = RecodedSource{std::move(study), std::move(rows)};
                                      return {};
                                  }));
    return std::move(*found);
}

Result<RecodedStudy> study_recoded(const Vault& vault, const std::string& run_id,
                                   const std::string& checkpoint_id, const SchemeChoice& choice,
                                   ThreadPool& pool, const JobContext& job) {
    STEPVAULT_ASSIGN(source, recoded_source(vault, run_id, checkpoint_id, choice, pool, job));
    STEPVAULT_ASSIGN(study, BitsStudy::of(std::move(source.study)));
    return RecodedStudy{std::move(study), std::move(source.rows)};
}

Result<RowChanges> row_changes(const Vault& vault, const std::string& run_id,
                               const std::string& checkpoint_id, ThreadPool& pool, const JobContext& job) {
    const auto run = vault.run_folder(run_id);
    STEPVAULT_ASSIGN(stored, list_steps(steps_folder(run)));
    STEPVAULT_ASSIGN(pair, open_with_the_one_before(run, stored.steps, checkpoint_id));
    return RowChanges::read(pair.step, pair.before, pool, job);
}

Result<CheckpointDifference> compare_places(const Vault& vault, const CheckpointPlace& a,
                                            const CheckpointPlace& b, ThreadPool& pool,
                                            const JobContext& job) {
    STEPVAULT_ASSIGN(opened_a, open_place(vault, a, pool));
    STEPVAULT_ASSIGN(opened_b, open_place(vault, b, pool));
    STEPVAULT_ASSIGN(found, compare_contents(*opened_a.contents, *opened_b.contents, pool, job));
    found.a = std::move(opened_a.about);
    found.b = std::move(opened_b.about);
    return std::move(found);
}

}  // namespace stepvault
