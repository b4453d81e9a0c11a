#pragma once

#include <filesystem>
#include <vector>

#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// A snapshot of a run's stored checkpoints.
struct StoredRun {
    std::filesystem::path folder;
    RunRecord record;
    std::vector<StepMeta> steps;  ///< in the order of storing
};

}  // namespace stepvault
