#include "vault/run/base_coding.h"

#include <algorithm>

#include "base/part_progress.h"
#include "run/parted_checkpoint.h"
#include "vault/chain/chain.h"
#include "vault/encode/adaptive_planning.h"
#include "vault/encode/encode_worker.h"
#include "vault/encode/encoded_step.h"
#include "vault/encode/parted_base.h"
#include "vault/originals/original.h"
#include "vault/originals/original_check.h"
#include "vault/records/step_choice.h"
#include "vault/records/vault_paths.h"
#include "vault/restore/restored_files.h"
#include "vault/run/base_sharing.h"

namespace stepvault {

namespace {

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

bool is_from_memory(const RunWriter& run) {
    return run.record().base_from_memory == run.steps().front().id;
}

/// The base's original files if they are equal to what is stored, or what is stored where there never were
/// any.
Result<std::optional<OpenCheckpoint>> original_of(const RunWriter& run, ThreadPool& pool,
                                                  const JobContext& job) {
    const auto steps = steps_folder(run.folder());
    const auto& base = run.steps().front();
    if (is_from_memory(run)) {
        STEPVAULT_ASSIGN(chain, Chain::open(steps, base.id));
        const std::vector<bool> all(chain.top().layout().files.size(), true);
        SingleProcess alone;
        STEPVAULT_ASSIGN(restored,
                         join_files(alone, restored_files(chain, all, pool, job), base.source, base.step));
        return std::optional(std::move(restored));
    }
    auto original = find_original(run.record(), base, step_path(steps, base.id));
    if (!original) return original;
    STEPVAULT_ASSIGN(chain, Chain::open(steps, base.id));
    STEPVAULT_TRY(check_against_original(chain, *original, pool, job));
    return original;
}

Result<EncodeRequest> request_for(const RunWriter& run, const SchemeChoice& choice) {
    const auto& base = run.steps().front();
    EncodeRequest request{.run_folder = run.folder(), .meta = base, .choice = choice};
    request.meta.scheme = Scheme::adaptive;
    request.meta.target_error = std::min(choice.error, error_of_base);
    STEPVAULT_ASSIGN(exact, StepFile::open(step_path(steps_folder(run.folder()), base.id)));
    request.meta.exact_bytes = exact.size();
    return request;
}

Result<std::optional<StepFile>> code_anew(RunWriter& run, const OpenCheckpoint& next,
                                          const SchemeChoice& choice, const EncodeContext& context) {
    const auto& base = run.steps().front();
    PartProgress progress(context.job, base.source);
    const auto own_job = progress.job();
    progress.expect(2 * base.original_bytes);
    progress.begin(base.original_bytes);
    STEPVAULT_ASSIGN(original, original_of(run, context.pool, own_job));
    if (!original) return std::optional<StepFile>();
    progress.begin(base.original_bytes);
    STEPVAULT_ASSIGN(request, request_for(run, choice));
    SingleProcess alone;
    const SharedEncoding shared{alone};
    const EncodeContext own{.codes = context.codes,
                            .tips = context.tips,
                            .shared = shared,
                            .piece = nullptr,
                            .pool = context.pool,
                            .job = own_job,
                            .next = &next};
    return code_base(*original, std::move(request), own);
}

/// No process has all files of a parted checkpoint.
Result<std::optional<StepFile>> code_anew_together(RunWriter& run, const OpenCheckpoint& next,
                                                   const SchemeChoice& choice, const EncodeContext& context) {
    if (!is_from_memory(run)) return std::optional<StepFile>();
    STEPVAULT_ASSIGN(request, request_for(run, choice));
    STEPVAULT_TRY(broadcast_request(context.shared.communicator, request, Coded::base));
    return code_parted_base_anew(next, std::move(request), context);
}

}  // namespace

bool may_lose_exact_base(const RunRecord& record, const std::vector<StepMeta>& steps,
                         const SchemeChoice& choice) {
    if (choice.scheme != Scheme::adaptive || choice.exact_base || steps.size() != 1) return false;
    const auto& base = steps.front();
    return base.parent.empty() && base.is_exact() && !record.pins.contains(base.id);
}

Result<std::optional<StepFile>> code_base_anew(RunWriter& run, const OpenCheckpoint& next,
                                               const SchemeChoice& choice, const EncodeContext& context) {
    if (!may_be_coded_anew(run, next, choice)) return std::optional<StepFile>();
    auto coded = next.is_parted ? code_anew_together(run, next, choice, context)
                                : code_anew(run, next, choice, context);
    STEPVAULT_TRY(context.job.check());
    if (!coded || !*coded) return std::optional<StepFile>();
    run.replace(**coded);
    return coded;
}

Result<std::optional<StepFile>> code_base_anew(RunWriter& run, const OpenCheckpoint& next,
                                               const SchemeChoice& choice, ThreadPool& pool,
                                               const JobContext& job) {
    SingleProcess alone;
    const SharedEncoding shared{alone};
    return code_base_anew(run, next, choice,
                          EncodeContext{.codes = run.codes(),
                                        .tips = run.tips(),
                                        .shared = shared,
                                        .piece = nullptr,
                                        .pool = pool,
                                        .job = job});
}

}  // namespace stepvault
