#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"

namespace stepvault {

/// Most bytes of memory that the contents of a file may ask for: half of the memory that the machine, the
/// control group and the address space limit allow this process. Thread-safe.
std::uint64_t memory_budget();

/// Bytes of memory that this process can still take without swapping, by the machine and its limits.
/// Thread-safe.
std::uint64_t available_memory();

/// ErrorCode::limit with the message that `what` (such as "FILE: its description needs") exceeds
/// memory_budget().
Error beyond_memory_budget(const std::string& what);

/// Bytes that a process's control groups allow it, from the text of its /proc/.../cgroup and the mount point
/// of the groups (versions 1 and 2); nullopt where no group has a limit.
std::optional<std::uint64_t> control_group_limit(const std::filesystem::path& memberships,
                                                 const std::filesystem::path& mount);

}  // namespace stepvault
