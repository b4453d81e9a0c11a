#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"

namespace stepvault {

/// Bytes that what a file asks for may take up at most: half of the memory that this process may have, by the
/// machine, its control group and its limit of address space. Thread-safe.
std::uint64_t memory_budget();

/// ErrorCode::limit: `what`, say "FILE: its description needs", more than memory_budget().
Error beyond_memory_budget(const std::string& what);

/// Bytes that the control groups of a process leave it, by the text of its /proc/.../cgroup and the place
/// where they are mounted (versions 1 and 2); nothing where none of them limits it.
std::optional<std::uint64_t> control_group_limit(const std::filesystem::path& memberships,
                                                 const std::filesystem::path& mount);

}  // namespace stepvault
