#pragma once

#include <string_view>
#include <vector>

#include "run/checkpoint_scanner.h"

namespace stepvault {

/// The runs that write into one folder, by the series of their files' names. One series alone has its name
/// all the same, so that it stays what it is when a second one comes; metrics that belong to no series make
/// it one run without a name. Checkpoints without a number go where their name begins with the series' name,
/// else to the first.
std::vector<RunFolder> split_series(RunFolder&& run);

/// True where `name` begins with `series`, and goes on with something else than a letter or digit.
bool begins_with_series(std::string_view name, std::string_view series);

}  // namespace stepvault
