#include "vault/run/ingest_job.h"

#include <algorithm>
#include <cassert>

#include "vault/encode/encode_worker.h"
#include "vault/run/base_coding.h"
#include "vault/run/step_identity.h"

namespace stepvault {

IngestJob::IngestJob(RunWriter& run, const OpenCheckpoint& checkpoint, const SchemeChoice& choice,
                     const SharedEncoding& shared, ThreadPool& pool, const JobContext& job, StepIndex* index)
    : run_(run),
      checkpoint_(checkpoint),
      choice_(choice),
      context_{.codes = run.codes(),
               .tips = run.tips(),
               .shared = shared,
               .piece = nullptr,
               .pool = pool,
               .job = job},
      index_(index) {}

Result<StepFile> IngestJob::ingest(std::optional<double> loss) {
    STEPVAULT_TRY(check_scheme(choice_));
    STEPVAULT_ASSIGN(step,
                     run(new_identity(run_, checkpoint_, loss, context_.shared.taken), Base::coded_anew));
    return std::move(*step);
}

Result<StepFile> IngestJob::ingest_as(const StepMeta& identity) {
    STEPVAULT_ASSIGN(step, run(identity, Base::as_it_is));
    return std::move(*step);
}

Result<std::string> IngestJob::ingest_in_pieces(std::optional<double> loss, StepPiece& piece) {
    STEPVAULT_TRY(check_scheme(choice_));
    context_.piece = &piece;
    const auto identity = new_identity(run_, checkpoint_, loss, context_.shared.taken);
    STEPVAULT_TRY(run(identity, Base::as_it_is));
    return identity.id;
}

Result<std::optional<StepFile>> IngestJob::run(const StepMeta& identity, Base base) {
    const auto store = [&]() -> Result<std::optional<StepFile>> {
        // First, since a rotation may delete the folders above the checkpoint, whose permissions count.
        for (const auto& file : checkpoint_.files) {
            if (!checkpoint_.is_from_memory) STEPVAULT_TRY(run_.match_access(file.file));
        }
        if (base == Base::coded_anew) STEPVAULT_TRY(code_base_anew());
        STEPVAULT_TRY(share_base(identity, base));
        STEPVAULT_ASSIGN(encoded, encode_with_fallback(identity));
        STEPVAULT_ASSIGN(step, publish(*encoded));
        const bool may_be_coded_anew = checkpoint_.is_from_memory && run_.steps().empty() &&
                                       choice_.scheme == Scheme::adaptive && !choice_.exact_base;
        if (step) index(*step);
        // Without the note the base stays exact, which is no reason to fail: the step is stored.
        if (step && may_be_coded_anew) (void)run_.note_base_from_memory(step->meta().id);
        return std::move(step);
    };
    auto stored = store();
    STEPVAULT_TRY(
        broadcast_outcome(context_.shared.communicator, stored ? Status() : Status(stored.error())));
    return stored;
}

Result<std::unique_ptr<EncodedStep>> IngestJob::encode_with_fallback(const StepMeta& identity) {
    for (const auto parent : {Parent::best, Parent::base}) {
        const auto request = request_for(identity, parent);
        if (!request) continue;
        auto encoded = encode(*request);
        const bool is_parent_unusable = !encoded && encoded.error().code == ErrorCode::corrupt;
        if (!is_parent_unusable) return encoded;
    }
    return encode(*request_for(identity, Parent::none));
}

/// Returns nothing if there is no such parent, or if it is damaged.
std::optional<EncodeRequest> IngestJob::request_for(const StepMeta& identity, Parent parent) const {
    const auto& steps = run_.steps();
    if (parent == Parent::none) return request_on(identity, {}, Scheme::exact, choice_);
    if (parent == Parent::base) {
        const auto* base = newest_base(steps);
        if (base == nullptr || !run_.is_sound(*base)) return {};
        return request_on(identity, {base, base, 1}, Scheme::exact, choice_);
    }
    const auto best = stepvault::choose_parent(steps, identity.source);
    if (best.parent == nullptr && shared_base_) {
        auto request = request_on(identity, {}, Scheme::exact, choice_);
        request.meta.parent_digest = shared_base_->digest;
        return request;
    }
    // A step that keeps only its weights does not tell how its other tensors changed since.
    if (best.parent == nullptr || best.parent->weights_only || best.before->weights_only) return {};
    if (!run_.is_sound(*best.parent) || !run_.is_sound(*best.before)) return {};
    auto scheme = choice_.scheme;
    auto errors = choice_;
    if (best.key_level > 0) {
        // A key step has the error of a delta without being one.
        const auto& traits = traits_of(scheme);
        scheme = traits.key_scheme;
        if (!traits.keeps_error) {
            errors.scheme = scheme;
            errors.error = std::clamp(best.before->relative_error, 0.01, 0.99);
        }
    }
    return request_on(identity, best, scheme, errors);
}

/// `errors`: the errors that scheme adaptive keeps to.
EncodeRequest IngestJob::request_on(const StepMeta& identity, const ParentChoice& on, Scheme scheme,
                                    const SchemeChoice& errors) const {
    EncodeRequest request{.run_folder = run_.folder(), .meta = identity, .choice = errors};
    auto& meta = request.meta;
    const auto setting = traits_of(scheme).setting;
    meta.scheme = scheme;
    meta.exact_bytes = 0;
    meta.bits = setting == SchemeSetting::bits ? choice_.bits : 0;
    meta.target_error = setting == SchemeSetting::error && errors.scheme == scheme ? errors.error : 0;
    meta.budget = setting == SchemeSetting::budget ? choice_.budget : 0;
    meta.key = on.parent == nullptr || on.key_level > 0;
    meta.key_level = on.key_level;
    assert(meta.key || on.parent != nullptr);
    meta.deltas = meta.key ? 0 : on.parent->deltas + 1;
    meta.parent = on.parent != nullptr ? on.parent->id : std::string();
    meta.parent_digest = 0;
    if (on.before != on.parent && scheme != Scheme::exact) request.before = on.before->id;
    request.before_is_tip = on.before != nullptr && on.before == &run_.steps().back() &&
                            (on.before == on.parent || !request.before.empty());
    return request;
}

Result<std::unique_ptr<EncodedStep>> IngestJob::encode(const EncodeRequest& request) {
    STEPVAULT_TRY(broadcast_request(context_.shared.communicator, request));
    return EncodedStep::encode(checkpoint_, request, context_);
}

/// In a group the other processes wait meanwhile, or help.
Status IngestJob::code_base_anew() {
    if (context_.shared.keeps_base) return {};
    STEPVAULT_ASSIGN(base, stepvault::code_base_anew(run_, checkpoint_, choice_, context_));
    if (base && index_ != nullptr) index_->add(*base);
    return {};
}

/// If no other run's base is near enough, the run's base stands alone. A step that exists elsewhere keeps to
/// the base that it has there.
Status IngestJob::share_base(const StepMeta& identity, Base base) {
    const bool is_alone = context_.shared.communicator.is_alone() && context_.piece == nullptr;
    if (!run_.steps().empty() || !is_alone) return {};
    if (base == Base::as_it_is) {
        shared_base_ = shared_base_of(run_.folder(), identity);
        return {};
    }
    auto shared = stepvault::share_base(run_, checkpoint_, context_.job);
    STEPVAULT_TRY(context_.job.check());
    if (shared) shared_base_ = std::move(*shared);
    return {};
}

Result<std::optional<StepFile>> IngestJob::publish(EncodedStep& step) {
    return step.publish();
}

void IngestJob::index(const StepFile& step) {
    run_.add(step);
    if (index_ != nullptr) index_->add(step);
}

}  // namespace stepvault
