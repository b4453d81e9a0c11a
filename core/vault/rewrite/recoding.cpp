#include "vault/rewrite/recoding.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "base/file.h"
#include "base/part_progress.h"
#include "vault/chain/chain.h"
#include "vault/encode/stream_planning.h"
#include "vault/originals/file_copying.h"
#include "vault/originals/original.h"
#include "vault/originals/original_check.h"
#include "vault/records/vault_paths.h"
#include "vault/restore/restoring.h"
#include "vault/rewrite/rewriting_check.h"
#include "vault/rewrite/run_copy.h"
#include "vault/run/base_coding.h"
#include "vault/run/ingest_job.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

class Recoding {
 public:
    Recoding(const StoredRun& run, const SchemeChoice& choice, ThreadPool& pool, const JobContext& job)
        : run_(run),
          choice_(choice),
          pool_(pool),
          progress_(job, run.record.name),
          job_(progress_.job()),
          work_(run.folder),
          old_steps_(steps_folder(run.folder)) {}

    Result<RecodeReport> make(std::size_t first);
    [[nodiscard]] fs::path new_steps() const { return work_.steps(); }

 private:
    Status code(const StepMeta& meta);
    [[nodiscard]] bool stays(const StepMeta& meta) const;
    Status keep(const StepMeta& meta);
    [[nodiscard]] Result<bool> makes_base_exact();
    [[nodiscard]] bool base_is_due() const;
    void count(const StepMeta& before, const StepFile& after, bool is_original);
    /// A step's original files, if they still match the stored state.
    Result<std::optional<OpenCheckpoint>> sound_original(const StepMeta& meta, const JobContext& job);
    [[nodiscard]] Status check_room(const StepMeta& meta, bool is_original) const;

    const StoredRun& run_;
    const SchemeChoice& choice_;
    ThreadPool& pool_;
    PartProgress progress_;
    JobContext job_;
    RunCopy work_;
    fs::path old_steps_;
    bool codes_base_ = false;  ///< the base is coded anew with the step after it
    RecodeReport report_;
};

/// True if a step was perhaps coded with exceptions: their text is part of a group's name, and a tensor that
/// they keep exact is in the group of all that cannot be coded with a loss.
bool has_exceptions(const StepLayout& layout) {
    const auto is_exact_float = [&](const StoredPayload& p) {
        return is_lossy_float(p.dtype) && p.has_place() && layout.streams[p.stream].group == "exact" &&
               is_lossy_role(p.role);
    };
    return std::ranges::any_of(layout.payloads, is_exact_float) ||
           std::ranges::any_of(layout.streams,
                               [](const StoredStream& s) { return s.group.find(", ") != std::string::npos; });
}

/// True if the present step file is coded by `choice`, on the same state as in the new chain. Coding what it
/// restores to again would only add to its error.
bool Recoding::stays(const StepMeta& meta) const {
    const auto& traits = traits_of(choice_.scheme);
    const auto scheme = meta.key ? traits.key_scheme : choice_.scheme;
    if (meta.scheme != scheme || scheme == Scheme::lc || !choice_.rules.empty() ||
        !run_.record.choice.rules.empty())
        return false;
    const bool keeps_error = !meta.key || traits.keeps_error;
    // The error of such a key step is that of the step before it.
    if (!keeps_error && (report_.changed > 0 || run_.record.choice.scheme != choice_.scheme)) return false;
    const auto kind = traits_of(scheme).setting;
    if (keeps_error && kind == SchemeSetting::error && meta.target_error != choice_.error) return false;
    if (kind == SchemeSetting::budget && meta.budget != choice_.budget) return false;
    const auto old = StepFile::open(step_path(old_steps_, meta.id));
    if (!old || has_exceptions(old->layout())) return false;
    const auto parent = StepFile::open(step_path(new_steps(), meta.parent));
    return parent && parent->state_digest() == meta.parent_digest;
}

Status Recoding::keep(const StepMeta& meta) {
    const auto from = step_path(old_steps_, meta.id);
    STEPVAULT_ASSIGN(old, StepFile::open(from));
    STEPVAULT_TRY(old.check_all([this](std::uint64_t) { return job_.check(); }));
    STEPVAULT_TRY(link_or_copy(from, step_path(new_steps(), meta.id)));
    work_.writer().add(old);
    count(meta, old, false);
    return {};
}

/// Leaves room for the run's next checkpoint, which may be stored on the same disk meanwhile.
Status Recoding::check_room(const StepMeta& meta, bool is_original) const {
    const auto restored = is_original ? 0 : meta.original_bytes;
    return check_space(work_.path(), restored + meta.original_bytes + run_.steps.back().original_bytes);
}

Result<std::optional<OpenCheckpoint>> Recoding::sound_original(const StepMeta& meta, const JobContext& job) {
    auto original = find_original(run_.record, meta, step_path(old_steps_, meta.id));
    if (!original) return original;
    // The original may match by size and time and still be damaged.
    STEPVAULT_ASSIGN(chain, Chain::open(old_steps_, meta.id));
    const auto same = check_against_original(chain, *original, pool_, job);
    if (!same && same.error().code != ErrorCode::corrupt) return same.error();
    if (!same) original.reset();
    return original;
}

Status Recoding::code(const StepMeta& meta) {
    const auto half = meta.original_bytes / 2;
    progress_.begin(half);
    STEPVAULT_ASSIGN(checkpoint, sound_original(meta, job_));
    const bool is_original = checkpoint.has_value();
    if (!is_original && stays(meta)) return keep(meta);
    STEPVAULT_TRY(check_room(meta, is_original));
    const auto restored = work_.path() / "restored";
    if (!is_original) {
        STEPVAULT_ASSIGN(chain, Chain::open(old_steps_, meta.id));
        STEPVAULT_TRY(restore_checkpoint(chain, restored, false, pool_, job_));
        STEPVAULT_ASSIGN(candidate, checkpoint_at(restored));
        STEPVAULT_ASSIGN(opened, open_checkpoint(candidate, meta.step, true));
        checkpoint = std::move(opened);
        checkpoint->candidate.source = meta.source;
    }
    auto identity = meta;
    identity.prior_error = is_original ? 0 : meta.relative_error;
    identity.max_abs_error = is_original ? 0 : meta.max_abs_error;
    SingleProcess alone;
    const SharedEncoding shared{alone};
    if (is_original && work_.writer().steps().size() == 1 && codes_base_) {
        progress_.begin(run_.steps.front().original_bytes);
        STEPVAULT_ASSIGN(base, code_base_anew(work_.writer(), *checkpoint, choice_, pool_, job_));
        if (base) count(run_.steps.front(), *base, true);
    }
    progress_.begin(meta.original_bytes - half);
    STEPVAULT_ASSIGN(
        stored, IngestJob(work_.writer(), *checkpoint, choice_, shared, pool_, job_).ingest_as(identity));
    std::error_code ec;
    fs::remove_all(restored, ec);
    count(meta, stored, is_original);
    return {};
}

void Recoding::count(const StepMeta& before, const StepFile& after, bool is_original) {
    std::error_code ec;
    const auto old = StepFile::open(step_path(old_steps_, before.id));
    const bool is_same = old && old->state_digest() == after.state_digest() && old->size() == after.size() &&
                         before.scheme == after.meta().scheme;
    ++report_.checkpoints;
    report_.changed += is_same ? 0 : 1;
    report_.from_originals += is_original ? 1 : 0;
    report_.original_bytes += before.original_bytes;
    report_.stored_before += fs::file_size(step_path(old_steps_, before.id), ec);
    report_.stored_after += after.size();
    report_.largest_error_before = std::max(report_.largest_error_before, before.relative_error);
    report_.largest_error_after = std::max(report_.largest_error_after, after.meta().relative_error);
}

/// A base that was coded anew becomes exact again where its original is still there.
Result<bool> Recoding::makes_base_exact() {
    const auto& base = run_.steps.front();
    if ((choice_.scheme == Scheme::adaptive && !choice_.exact_base) || base.exact_bytes == 0) return false;
    STEPVAULT_ASSIGN(original, sound_original(base, {job_.stop}));
    return original.has_value();
}

bool Recoding::base_is_due() const {
    const auto& base = run_.steps.front();
    return choice_.scheme == Scheme::adaptive && !choice_.exact_base && base.is_exact() &&
           find_original(run_.record, base, step_path(old_steps_, base.id)).has_value();
}

Result<RecodeReport> Recoding::make(std::size_t first) {
    if (first == 1) {
        STEPVAULT_ASSIGN(is_exact, makes_base_exact());
        if (is_exact) first = 0;
    }
    STEPVAULT_TRY(work_.set_up(run_.record, std::span(run_.steps).first(first)));
    for (auto i = first; i < run_.steps.size(); ++i)
        progress_.expect(run_.steps[i].original_bytes);
    codes_base_ = first == 1 && base_is_due();
    if (codes_base_) progress_.expect(run_.steps.front().original_bytes);
    for (auto i = first; i < run_.steps.size(); ++i) {
        STEPVAULT_TRY(job_.check());
        STEPVAULT_TRY(code(run_.steps[i]));
        progress_.end();
    }
    work_.close();
    STEPVAULT_TRY(job_.check());
    return report_;
}

/// Index of the first step to code again. Steps that keep only their weights, and all steps before them, stay
/// unchanged.
Result<std::size_t> first_of(const StoredRun& run, std::optional<std::int64_t> from) {
    const auto stripped = std::find_if(run.steps.rbegin(), run.steps.rend(), [&](const StepMeta& m) {
        return m.weights_only && (!from || m.step >= *from);
    });
    if (from && stripped != run.steps.rend()) {
        return Error{ErrorCode::invalid_argument, "of " + stripped->id + " of run " + run.record.name +
                                                      " only the weights are kept; it stays as it is, so "
                                                      "begin with a step that was filed after it"};
    }
    const auto first = std::find_if(stripped.base(), run.steps.end(), [&](const StepMeta& m) {
        return !m.parent.empty() && (!from || m.step >= *from);
    });
    if (first == run.steps.end()) {
        return Error{ErrorCode::not_found,
                     "run " + run.record.name +
                         " has nothing to code anew: there is only its first step, and a step that keeps "
                         "only its weights does not change"};
    }
    return static_cast<std::size_t>(first - run.steps.begin());
}

}  // namespace

Result<RecodeReport> recode_run(RunWriter& writer, const SchemeChoice& choice,
                                std::optional<std::int64_t> from, ThreadPool& pool, const JobContext& job) {
    STEPVAULT_TRY(check_scheme(choice));
    STEPVAULT_TRY(check_rewritable(writer.folder(), writer.record().name));
    // Files that could not be read when the run was opened may be sound again.
    STEPVAULT_TRY(writer.refresh());
    const StoredRun run{writer.folder(), writer.record(), writer.steps()};
    STEPVAULT_ASSIGN(first, first_of(run, from));
    Recoding recoding(run, choice, pool, job);
    STEPVAULT_ASSIGN(report, recoding.make(first));
    STEPVAULT_TRY(writer.exchange_steps(recoding.new_steps()));
    return report;
}

Result<RecodeReport> preview_recode(const StoredRun& run, const SchemeChoice& choice,
                                    std::optional<std::int64_t> from, ThreadPool& pool,
                                    const JobContext& job) {
    STEPVAULT_TRY(check_scheme(choice));
    STEPVAULT_TRY(check_rewritable(run.folder, run.record.name));
    STEPVAULT_ASSIGN(first, first_of(run, from));
    return Recoding(run, choice, pool, job).make(first);
}

Status look_at_recoded(const StoredRun& run, const std::string& id, const SchemeChoice& choice,
                       ThreadPool& pool, const JobContext& job,
                       const std::function<Status(const StepFile&)>& look) {
    STEPVAULT_TRY(check_scheme(choice));
    const auto found = std::ranges::find(run.steps, id, &StepMeta::id);
    if (found == run.steps.end() || found->parent.empty()) {
        return Error{ErrorCode::not_found,
                     "run " + run.record.name + " has no step " + id + " that builds on another one"};
    }
    const StoredRun until{run.folder, run.record, {run.steps.begin(), found + 1}};
    Recoding recoding(until, choice, pool, job);
    STEPVAULT_TRY(recoding.make(until.steps.size() - 1));
    STEPVAULT_ASSIGN(step, StepFile::open(step_path(recoding.new_steps(), id)));
    return look(step);
}

}  // namespace stepvault
