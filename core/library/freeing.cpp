#include "library/freeing.h"

#include <algorithm>
#include <utility>

#include "base/part_progress.h"
#include "library/retention_items.h"
#include "vault/chain.h"
#include "vault/original.h"
#include "vault/original_check.h"
#include "vault/step_list.h"
#include "vault/trashed_originals.h"
#include "vault/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// The run's own are those that lie below no other run's folder, but for folders that its own lies in.
Status check_own(const RunRecord& run, const std::vector<std::string>& run_folders,
                 const OpenCheckpoint& original) {
    const auto lies_below = [](const fs::path& path, const fs::path& folder) {
        return std::ranges::mismatch(folder, path).in1 == folder.end();
    };
    for (const auto& other : run_folders) {
        if (other == run.folder || lies_below(run.folder, other)) continue;
        for (const auto& file : original.files) {
            if (lies_below(file.file.path(), other))
                return Error{ErrorCode::invalid_argument,
                             file.file.path().native() + " lies in another run's folder, " + other};
        }
    }
    return check_removable(run, original);
}

bool is_exact(const StepMeta& meta) {
    return meta.scheme == "exact" && meta.prior_error == 0;
}

OriginalFate fate_of(const StepMeta& meta, bool is_newest, double most_error) {
    if (is_exact(meta)) return OriginalFate::freed;
    if (is_newest) return OriginalFate::newest;
    return meta.relative_error <= most_error ? OriginalFate::freed : OriginalFate::lossy;
}

}  // namespace

Result<FreePlan> plan_freeing(const fs::path& run_folder, const RetentionRules& rules, double most_error,
                              const std::vector<std::string>& run_folders) {
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder)));
    if (rules.empty())
        return Error{ErrorCode::invalid_argument, "give a rule that says which originals to keep"};
    if (record.guest) {
        return Error{ErrorCode::invalid_argument,
                     "run " + record.name +
                         " was filed by hand from another run's folder; what lies there is not "
                         "its own"};
    }
    const auto steps = steps_folder(run_folder);
    STEPVAULT_ASSIGN(listed, list_steps(steps));
    FreePlan plan{.run_id = record.id, .run = record.name, .folder = record.folder, .rules = rules};
    auto items = retention_items(listed.steps, record, run_folder);
    if (plan.rules.best) STEPVAULT_TRY(look_up_metric(items, *plan.rules.best, record, run_folder));
    const auto meta_of = [&](const std::string& id) -> const StepMeta& {
        return *std::ranges::find(listed.steps, id, &StepMeta::id);
    };
    std::pair<std::int64_t, std::int64_t> last_saved;
    std::int64_t last_step = 0;
    for (auto& item : items) {
        const auto& meta = meta_of(item.id);
        // Originals build on none.
        item.parent.clear();
        item.stored_bytes = meta.original_bytes;
        last_saved = std::max(last_saved, {meta.modified_ns, meta.step});
        last_step = std::max(last_step, meta.step);
    }
    for (auto& rule : plan_retention(std::move(items), plan.rules)) {
        const auto& meta = meta_of(rule.item.id);
        auto& decision = plan.decisions.emplace_back();
        decision.relative_error = meta.relative_error;
        decision.rule = std::move(rule);
        if (decision.rule.kept) continue;
        const bool is_newest = std::pair(meta.modified_ns, meta.step) == last_saved || meta.step == last_step;
        decision.fate = fate_of(meta, is_newest, most_error);
        if (decision.fate != OriginalFate::freed) continue;
        const auto original = find_original(record, meta, step_path(steps, meta.id));
        if (!original) {
            decision.fate = OriginalFate::gone;
            continue;
        }
        if (const auto own = check_own(record, run_folders, *original); !own) {
            decision.fate = OriginalFate::not_alone;
            decision.why = own.error().message;
            continue;
        }
        ++plan.freed;
        plan.freed_bytes += meta.original_bytes;
    }
    return plan;
}

Result<FreeReport> execute_freeing(const RunWriter& writer, const FreePlan& plan, ThreadPool& pool,
                                   const JobContext& job, const fs::path& trash) {
    FreeReport report;
    TrashedOriginals list{.run_id = plan.run_id, .files = {}};
    const auto steps = steps_folder(writer.folder());
    PartProgress progress(job);
    for (const auto& d : plan.decisions)
        if (d.fate == OriginalFate::freed) progress.expect(2 * d.rule.item.stored_bytes);
    const auto free_one = [&](const StepMeta& meta, const OpenCheckpoint& original) -> Status {
        progress.begin(meta.original_bytes);
        STEPVAULT_ASSIGN(chain, Chain::open(steps, meta.id));
        STEPVAULT_TRY(check_against_original(chain, original, pool, progress.job()));
        STEPVAULT_TRY(check_unchanged(original));
        STEPVAULT_TRY(check_removable(writer.record(), original));
        progress.begin(meta.original_bytes);
        return move_original_to_trash(trash, list, writer.record(), meta.id, original, progress.job());
    };
    for (const auto& d : plan.decisions) {
        if (d.fate != OriginalFate::freed) continue;
        STEPVAULT_TRY(job.check());
        const auto& id = d.rule.item.id;
        const auto meta = std::ranges::find(writer.steps(), id, &StepMeta::id);
        const auto original = meta == writer.steps().end()
                                  ? std::nullopt
                                  : find_original(writer.record(), *meta, step_path(steps, id));
        if (!original) {
            report.left.push_back(id + ": it is no longer what was planned for");
            continue;
        }
        const auto freed = free_one(*meta, *original);
        if (freed) {
            ++report.freed;
            report.bytes += meta->original_bytes;
            continue;
        }
        const auto& error = freed.error();
        if (error.code == ErrorCode::corrupt)
            report.damaged.push_back(id + ": " + error.message);
        else if (error.code == ErrorCode::changed || error.code == ErrorCode::not_found ||
                 error.code == ErrorCode::invalid_argument)
            report.left.push_back(id + ": " + error.message);
        else
            return error;
    }
    progress.end();
    return report;
}

}  // namespace stepvault
