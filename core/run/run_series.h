#pragma once

#include <vector>

#include "run/checkpoint_scanner.h"

namespace stepvault {

/// The runs that write into one folder, by the series of their files' names; the run as it is where it is
/// one. Checkpoints without a number go where their name begins with the series' name, else to the first.
std::vector<RunFolder> split_series(RunFolder&& run);

}  // namespace stepvault
