#pragma once

#include <functional>

#include "base/crew.h"

namespace stepvault {

/// Does `work` in so many processes: this one, which has rank 0, and others forked from it, which end with
/// it. All call the same exchanges. Returns what they agree on. No other thread of this process may hold a
/// lock that `work` needs. A process that dies ends the crew with ErrorCode::io.
Status run_forked(std::uint32_t processes, const std::function<Status(Crew&)>& work);

}  // namespace stepvault
