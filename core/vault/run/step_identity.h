#pragma once

#include <optional>
#include <set>
#include <string>

#include "run/completeness.h"
#include "vault/run/run_writer.h"

namespace stepvault {

/// Id, numbers and times of a new step of `run`. `loss`: of the run at that step. `taken`: ids that exist
/// outside the vault.
StepMeta new_identity(const RunWriter& run, const OpenCheckpoint& checkpoint, std::optional<double> loss,
                      const std::set<std::string>& taken);

}  // namespace stepvault
