#include "vault/run/base_coding.h"

#include <algorithm>

#include "base/part_progress.h"
#include "vault/chain/chain.h"
#include "vault/encode/adaptive_planning.h"
#include "vault/encode/encoded_step.h"
#include "vault/originals/original.h"
#include "vault/originals/original_check.h"
#include "vault/records/step_choice.h"
#include "vault/records/vault_paths.h"
#include "vault/run/base_sharing.h"

namespace stepvault {

namespace {

/// A file that takes more than this share of the exact file's bytes is not worth the loss.
constexpr double largest_share = 0.8;

bool is_leant_on(const RunWriter& run, const StepMeta& base) {
    const auto step = StepFile::open(step_path(steps_folder(run.folder()), base.id));
    return step && has_shared_base(run.folder(), step->state_digest());
}

bool may_be_coded_anew(const RunWriter& run, const OpenCheckpoint& next, const SchemeChoice& choice) {
    if (!may_lose_exact_base(run.record(), run.steps(), choice)) return false;
    const auto& base = run.steps().front();
    return series_of(base.source) == series_of(next.candidate.source) &&
           run.removals().last_sequence() == 0 && !is_leant_on(run, base) && run.is_sound(base);
}

/// The base's original files, if they are equal to what is stored.
Result<std::optional<OpenCheckpoint>> equal_original(const RunWriter& run, ThreadPool& pool,
                                                     const JobContext& job) {
    const auto steps = steps_folder(run.folder());
    const auto& base = run.steps().front();
    auto original = find_original(run.record(), base, step_path(steps, base.id));
    if (!original) return original;
    STEPVAULT_ASSIGN(chain, Chain::open(steps, base.id));
    STEPVAULT_TRY(check_against_original(chain, *original, pool, job));
    return original;
}

Result<std::optional<StepFile>> code_anew(RunWriter& run, const OpenCheckpoint& next,
                                          const SchemeChoice& choice, ThreadPool& pool,
                                          const JobContext& job) {
    const auto& base = run.steps().front();
    PartProgress progress(job, base.source);
    const auto own = progress.job();
    progress.expect(2 * base.original_bytes);
    progress.begin(base.original_bytes);
    STEPVAULT_ASSIGN(original, equal_original(run, pool, own));
    if (!original) return std::optional<StepFile>();
    progress.begin(base.original_bytes);
    EncodeRequest request{.run_folder = run.folder(), .meta = base, .choice = choice};
    request.meta.scheme = Scheme::adaptive;
    request.meta.target_error = std::min(choice.error, error_of_base);
    SingleProcess alone;
    const SharedEncoding shared{alone};
    const EncodeContext context{.codes = run.codes(),
                                .tips = run.tips(),
                                .shared = shared,
                                .piece = nullptr,
                                .pool = pool,
                                .job = own,
                                .next = &next};
    STEPVAULT_ASSIGN(exact, StepFile::open(step_path(steps_folder(run.folder()), base.id)));
    request.meta.exact_bytes = exact.size();
    STEPVAULT_ASSIGN(encoded, EncodedStep::encode(*original, std::move(request), context));
    if (static_cast<double>(encoded->coded_bytes()) > largest_share * static_cast<double>(exact.size()))
        return std::optional<StepFile>();
    return encoded->publish();
}

}  // namespace

bool may_lose_exact_base(const RunRecord& record, const std::vector<StepMeta>& steps,
                         const SchemeChoice& choice) {
    if (choice.scheme != Scheme::adaptive || choice.exact_base || steps.size() != 1) return false;
    const auto& base = steps.front();
    return base.parent.empty() && base.is_exact() && !record.pins.contains(base.id);
}

Result<std::optional<StepFile>> code_base_anew(RunWriter& run, const OpenCheckpoint& next,
                                               const SchemeChoice& choice, ThreadPool& pool,
                                               const JobContext& job) {
    if (!may_be_coded_anew(run, next, choice)) return std::optional<StepFile>();
    auto coded = code_anew(run, next, choice, pool, job);
    STEPVAULT_TRY(job.check());
    if (!coded || !*coded) return std::optional<StepFile>();
    run.replace(**coded);
    return coded;
}

}  // namespace stepvault
