#pragma once

#include <cstdint>
#include <functional>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// Reads the container files in a zip that are neither compressed nor encrypted, as in zips of
/// Stable-Baselines3 (policy.pth, policy.optimizer.pth, ...). `read` inspects a member; at most `budget`
/// members are read, and `budget` counts down, so that nested zips share one budget. Names of tensors begin
/// with the name of their member, without its extension. All other members are raw. The file is raw where no
/// member has a payload.
Result<Inspection> read_stored_members(const File& file, std::uint64_t file_size, int& budget,
                                       const std::function<Result<Inspection>(const File&)>& read);

}  // namespace stepvault
