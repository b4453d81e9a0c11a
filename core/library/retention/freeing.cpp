#include "library/retention/freeing.h"

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "base/part_progress.h"
#include "library/retention/retention_items.h"
#include "library/retention/shared_originals.h"
#include "vault/chain/chain.h"
#include "vault/originals/original.h"
#include "vault/originals/original_check.h"
#include "vault/originals/original_moving.h"
#include "vault/records/newest_steps.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/run/base_coding.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// The path without links and without a trailing slash.
fs::path true_path(const fs::path& path) {
    std::error_code ec;
    auto plain = fs::weakly_canonical(path, ec);
    if (ec) plain = path.lexically_normal();
    return plain.has_filename() ? plain : plain.parent_path();
}

bool lies_below(const fs::path& path, const fs::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// True if the path, or a folder that contains it, is one of `checkpoints`.
bool is_among(fs::path path, const std::set<fs::path>& checkpoints) {
    for (; path.has_relative_path(); path = path.parent_path()) {
        if (checkpoints.contains(path)) return true;
    }
    return false;
}

/// Checks for files of other runs too, since folders of runs may lie inside each other.
Status check_own(const RunRecord& run, const std::vector<OwnedFolder>& owned,
                 const OpenCheckpoint& original) {
    const auto folder = true_path(run.folder);
    for (const auto& file : original.files) {
        const auto path = true_path(file.file.path());
        for (const auto& other : owned) {
            if (other.run_id == run.id) continue;
            const bool is_inner = other.folder != folder && lies_below(other.folder, folder);
            if (is_inner ? lies_below(path, other.folder) : is_among(path, other.checkpoints)) {
                return Error{
                    ErrorCode::invalid_argument,
                    path.native() + " also belongs to another run, with folder " + other.folder.native()};
            }
        }
    }
    return check_removable(run, original);
}

/// The error to compare with the allowed one; nullopt if it cannot be read.
std::optional<double> error_of(const StepMeta& meta, const fs::path& step_file) {
    if (meta.relative_error > 0) return meta.relative_error;
    // No tensor of the model changed, but other tensors may have.
    const auto step = StepFile::open(step_file);
    if (!step) return {};
    float largest = 0;
    for (const auto& figures : step->figures())
        largest = std::max(largest, figures.relative_error);
    return static_cast<double>(largest);
}

/// Decides the fate of originals from the current state of a run's checkpoints.
class Fates {
 public:
    Fates(const RunRecord& record, const std::vector<StepMeta>& steps, fs::path folder, double most_error)
        : folder_(std::move(folder)),
          most_error_(most_error),
          newest_(steps),
          may_lose_base_(may_lose_exact_base(record, steps, record.choice)) {}

    [[nodiscard]] OriginalFate of(const StepMeta& meta) const {
        if (meta.weights_only) return OriginalFate::weights_only;
        if (may_lose_base_) return OriginalFate::base;
        if (meta.is_exact()) return OriginalFate::freed;
        if (newest_.contain(meta)) return OriginalFate::newest;
        if (most_error_ <= 0) return OriginalFate::lossy;
        const auto error = error_of(meta, step_path(folder_, meta.id));
        return error && *error <= most_error_ ? OriginalFate::freed : OriginalFate::lossy;
    }

 private:
    fs::path folder_;
    double most_error_;
    NewestSteps newest_;
    bool may_lose_base_;  ///< of the only step
};

Error is_shared(const StepMeta& other) {
    return {ErrorCode::invalid_argument, "some of its files belong to " + other.id + " as well"};
}

/// Keeps originals that share files with a checkpoint that stays, or with a larger one that is freed.
/// `freed`: the files of the originals to be freed so far, by id.
void leave_shared(FreePlan& plan, const SharedOriginals& shared, const std::vector<StepMeta>& metas,
                  const std::map<std::string, SharedOriginals::Paths>& freed) {
    for (auto& d : plan.decisions) {
        const auto paths = freed.find(d.rule.item.id);
        if (paths == freed.end()) continue;
        const auto& meta = *std::ranges::find(metas, d.rule.item.id, &StepMeta::id);
        for (const auto* other : shared.others_of(meta, paths->second)) {
            if (freed.contains(other->id) && other->original_bytes <= meta.original_bytes) continue;
            d.fate = OriginalFate::not_alone;
            d.why = is_shared(*other).message;
            --plan.freed;
            plan.freed_bytes -= meta.original_bytes;
            break;
        }
    }
}

}  // namespace

Result<std::vector<OwnedFolder>> owned_folders(const Vault& vault) {
    STEPVAULT_ASSIGN(runs, vault.runs());
    // The folder of a damaged run is unknown.
    if (!runs.damaged.empty()) return runs.damaged.front().reason;
    std::vector<OwnedFolder> owned;
    for (const auto& record : runs.records) {
        auto& folder = owned.emplace_back(OwnedFolder{record.id, true_path(record.folder), {}});
        STEPVAULT_ASSIGN(listed, list_steps(steps_folder(vault.run_folder(record.id))));
        for (const auto& meta : listed.steps)
            folder.checkpoints.insert(folder.folder / meta.source);
    }
    return owned;
}

Result<FreePlan> plan_freeing(const fs::path& run_folder, const RetentionRules& rules, double most_error,
                              const std::vector<OwnedFolder>& owned) {
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder)));
    if (rules.empty())
        return Error{ErrorCode::invalid_argument, "give a rule that says which originals to keep"};
    if (record.guest) {
        return Error{ErrorCode::invalid_argument,
                     "run " + record.name +
                         " was stored by hand from another run's folder; the files "
                         "there are not its own"};
    }
    const auto steps = steps_folder(run_folder);
    STEPVAULT_ASSIGN(listed, list_steps(steps));
    FreePlan plan{.run_id = record.id,
                  .run = record.name,
                  .folder = record.folder,
                  .rules = rules,
                  .most_error = most_error};
    auto items = retention_items(listed.steps, record, run_folder);
    if (plan.rules.best) STEPVAULT_TRY(look_up_metric(items, *plan.rules.best, record, run_folder));
    const auto meta_of = [&](const std::string& id) -> const StepMeta& {
        return *std::ranges::find(listed.steps, id, &StepMeta::id);
    };
    for (auto& item : items) {
        // Originals do not build on each other.
        item.parent.clear();
        item.awaited_by = 0;
        item.stored_bytes = meta_of(item.id).original_bytes;
    }
    const Fates fates(record, listed.steps, steps, most_error);
    std::map<std::string, SharedOriginals::Paths> freed;
    for (auto& rule : plan_retention(std::move(items), plan.rules)) {
        const auto& meta = meta_of(rule.item.id);
        auto& decision = plan.decisions.emplace_back();
        decision.relative_error = meta.relative_error;
        decision.rule = std::move(rule);
        if (decision.rule.kept) continue;
        decision.fate = fates.of(meta);
        if (decision.fate != OriginalFate::freed) continue;
        const auto original = find_original(record, meta, step_path(steps, meta.id));
        if (!original) {
            decision.fate = OriginalFate::gone;
            continue;
        }
        if (const auto own = check_own(record, owned, *original); !own) {
            decision.fate = OriginalFate::not_alone;
            decision.why = own.error().message;
            continue;
        }
        ++plan.freed;
        plan.freed_bytes += meta.original_bytes;
        freed[meta.id] = SharedOriginals::paths_of(*original);
    }
    if (!freed.empty()) leave_shared(plan, SharedOriginals(record, steps, listed.steps), listed.steps, freed);
    return plan;
}

FreeReport execute_freeing(const RunWriter& writer, const FreePlan& plan,
                           const std::vector<OwnedFolder>& owned, ThreadPool& pool, const JobContext& job,
                           const fs::path& trash) {
    FreeReport report;
    const auto& record = writer.record();
    TrashedOriginals list{
        .run_id = record.id, .folder = record.folder, .folder_mark = folder_mark(record.folder), .files = {}};
    const auto steps = steps_folder(writer.folder());
    const Fates fates(record, writer.steps(), steps, plan.most_error);
    const SharedOriginals shared(record, steps, writer.steps());
    PartProgress progress(job);
    // A checkpoint that shares files with a larger freed one loses these files, and keeps its other files.
    std::set<std::string> may_go;
    for (const auto& d : plan.decisions) {
        if (d.fate == OriginalFate::freed) progress.expect(2 * d.rule.item.stored_bytes);
        if (d.fate == OriginalFate::freed || d.fate == OriginalFate::not_alone) may_go.insert(d.rule.item.id);
    }
    const Error other_now{ErrorCode::changed, "the checkpoint has changed since the plan was made"};
    const auto free_one = [&](const std::string& id) -> Status {
        const auto meta = std::ranges::find(writer.steps(), id, &StepMeta::id);
        if (meta == writer.steps().end() || record.pins.contains(id) ||
            fates.of(*meta) != OriginalFate::freed)
            return other_now;
        const auto original = find_original(record, *meta, step_path(steps, id));
        if (!original) return other_now;
        progress.begin(meta->original_bytes);
        STEPVAULT_ASSIGN(chain, Chain::open(steps, id));
        STEPVAULT_TRY(check_against_original(chain, *original, pool, progress.job()));
        STEPVAULT_TRY(check_unchanged(*original));
        STEPVAULT_TRY(check_own(record, owned, *original));
        for (const auto* other : shared.others_of(*meta, SharedOriginals::paths_of(*original))) {
            if (other->original_bytes > meta->original_bytes || !may_go.contains(other->id))
                return is_shared(*other);
        }
        progress.begin(meta->original_bytes);
        STEPVAULT_TRY(move_original_to_trash(trash, list, record, id, *original, progress.job()));
        ++report.freed;
        report.bytes += meta->original_bytes;
        return {};
    };
    for (const auto& d : plan.decisions) {
        if (d.fate != OriginalFate::freed) continue;
        const auto& id = d.rule.item.id;
        const auto asked = job.check();
        const auto freed = asked ? free_one(id) : asked;
        if (freed) continue;
        switch (const auto& error = freed.error(); error.code) {
            case ErrorCode::corrupt:
                report.damaged.push_back(id + ": " + error.message);
                break;
            case ErrorCode::changed:
            case ErrorCode::not_found:
            case ErrorCode::permission:
            case ErrorCode::invalid_argument:
                report.left.push_back(id + ": " + error.message);
                break;
            default:
                report.ended = error;
                return report;
        }
    }
    progress.end();
    return report;
}

}  // namespace stepvault
