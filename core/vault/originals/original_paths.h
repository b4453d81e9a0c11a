// Original paths of a stored checkpoint's files in the run's own folder.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "run/checkpoint_scanner.h"
#include "run/stability_tracker.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// Possible paths below the run's folder, with the files' sizes in bytes. The step file does not record
/// whether several files were in a folder of the source's name or beside each other, so both paths are given.
std::map<std::string, std::uint64_t> original_paths(const StepFile& step);

/// True if a candidate is the remnant of a stored checkpoint some of whose files were deleted: fewer files,
/// each with a name and size of the stored checkpoint, none modified later, and none put there since it was
/// stored. `now`: the candidate's fingerprint.
bool is_remnant_of(const CheckpointCandidate& candidate, const Fingerprint& now, const StepFile& step);

}  // namespace stepvault
