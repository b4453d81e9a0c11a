#pragma once

#include <functional>

#include "base/communicator.h"

namespace stepvault {

/// Runs `work` in `processes` processes: this one, which has rank 0, and children forked from it, which end
/// when it ends. All processes call the same exchanges. Returns the status that all_reduce_status() gives to
/// all. No other thread of this process may hold a lock that `work` needs. A process that dies ends the group
/// with ErrorCode::io.
Status run_forked(std::uint32_t processes, const std::function<Status(Communicator&)>& work);

}  // namespace stepvault
