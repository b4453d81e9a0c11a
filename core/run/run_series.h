#pragma once

#include <string_view>
#include <vector>

#include "run/checkpoint_scanner.h"

namespace stepvault {

/// Splits a run into the runs that write into its folder, by the series of their files' names. A single
/// series also gets its name, so that the run stays the same when a second series appears; metrics that
/// belong to no series make it one run without a name. Checkpoints without a number go to the series whose
/// name begins their name, or else to the first series.
std::vector<RunFolder> split_series(RunFolder&& run);

/// True where `name` begins with `series`, and the next character is not a letter or digit.
bool begins_with_series(std::string_view name, std::string_view series);

}  // namespace stepvault
