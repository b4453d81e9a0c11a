#pragma once

#include <filesystem>
#include <optional>

#include "run/completeness.h"
#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// The original files of a stored checkpoint, in the run's own folder, if their size and time are still the
/// same. `step_file`: names the files of a checkpoint that has several; it need not be sound.
std::optional<OpenCheckpoint> find_original(const RunRecord& run, const StepMeta& meta,
                                            const std::filesystem::path& step_file);

}  // namespace stepvault
