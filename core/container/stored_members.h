#pragma once

#include <cstdint>
#include <functional>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// Reads the containers that are neither compressed nor encrypted members of a zip, as Stable-Baselines3
/// writes it (policy.pth, policy.optimizer.pth, ...). `read` inspects a member; it is called for at most
/// `budget` members, which it counts down, so that zips in zips share one budget. A member's name without its
/// ending goes before the names of its tensors. All other members are raw. Raw where no member has a payload.
Result<Inspection> read_stored_members(const File& file, std::uint64_t file_size, int& budget,
                                       const std::function<Result<Inspection>(const File&)>& read);

}  // namespace stepvault
