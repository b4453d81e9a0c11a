// Where the files of a stored checkpoint lay in the run's own folder.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "run/checkpoint_scanner.h"
#include "run/settling.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// Paths below the run's folder, with the files' sizes in bytes. Whether several files lay in a folder of the
/// source's name or beside each other is not stored: both are given.
std::map<std::string, std::uint64_t> original_paths(const StepFile& step);

/// Whether a candidate is what is left of a stored checkpoint since some of its files were deleted: fewer
/// files, each of a name and size that it had, and none that was modified later or put there since it was
/// filed. `now`: of the candidate.
bool is_remnant_of(const CheckpointCandidate& candidate, const Fingerprint& now, const StepFile& step);

}  // namespace stepvault
