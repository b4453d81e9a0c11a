#pragma once

#include <filesystem>
#include <vector>

#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// A run's stored checkpoints at one time, whatever becomes of it meanwhile.
struct StoredRun {
    std::filesystem::path folder;
    RunRecord record;
    std::vector<StepMeta> steps;  ///< in the order of filing
};

}  // namespace stepvault
