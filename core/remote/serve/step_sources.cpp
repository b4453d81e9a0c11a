#include "remote/serve/step_sources.h"

#include "vault/records/vault_paths.h"

namespace stepvault {

Result<StepLayout> StepSources::layout(const std::string& run_id, const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(step, StepFile::open(parts_.file_of(run_id, checkpoint_id)));
    return step.layout();
}

Result<StudySource> StepSources::study(const std::string& run_id, const std::string& checkpoint_id) {
    return study_source(parts_.vault, *parts_.catalog, run_id, checkpoint_id);
}

Result<RecodedSource> StepSources::recoded(const std::string& run_id, const std::string& checkpoint_id,
                                           const SchemeChoice& choice, const JobContext& job) {
    return recoded_source(parts_.vault, run_id, checkpoint_id, choice, parts_.pool, job);
}

Result<PlanInputs> StepSources::plan_inputs(const std::string& run_id, const PlanOptions& options) {
    STEPVAULT_ASSIGN(statistics, statistics_of_run(*parts_.catalog, run_id));
    const auto rate = write_rate_for(statistics, options, parts_.folder());
    return PlanInputs{std::move(statistics), rate};
}

}  // namespace stepvault
