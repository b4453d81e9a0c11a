#pragma once

#include <string>

#include "library/services/vault_parts.h"
#include "library/study/stored_studies.h"
#include "library/summary/write_rate.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// The data of a local vault from which another machine makes the results that Queries gives of it. Functions
/// have the errors of those that they are named after. Thread-safe.
class StepSources {
 public:
    /// `parts` must outlive this object.
    explicit StepSources(VaultParts& parts) : parts_(parts) {}

    /// For Queries::tree().
    Result<StepLayout> layout(const std::string& run_id, const std::string& checkpoint_id);
    /// For Queries::study_bits().
    Result<StudySource> study(const std::string& run_id, const std::string& checkpoint_id);
    /// For Queries::study_recoded().
    Result<RecodedSource> recoded(const std::string& run_id, const std::string& checkpoint_id,
                                  const SchemeChoice& choice, const JobContext& job);
    /// For Queries::plan().
    Result<PlanInputs> plan_inputs(const std::string& run_id, const PlanOptions& options);

 private:
    VaultParts& parts_;
};

}  // namespace stepvault
