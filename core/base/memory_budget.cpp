#include "base/memory_budget.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Nothing where the file is missing or contains "max".
std::optional<std::uint64_t> number_in(const fs::path& file) {
    std::ifstream in(file);
    std::uint64_t number = 0;
    return in >> number ? std::optional(number) : std::nullopt;
}

void lower(std::optional<std::uint64_t>& limit, std::optional<std::uint64_t> other) {
    if (other) limit = std::min(limit.value_or(*other), *other);
}

}  // namespace

std::optional<std::uint64_t> control_group_limit(const fs::path& memberships, const fs::path& mount) {
    std::optional<std::uint64_t> limit;
    std::ifstream in(memberships);
    for (std::string line; std::getline(in, line);) {
        // Number, controllers, path; version 2 has no controllers.
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const auto controllers = line.substr(first + 1, second - first - 1);
        if (!controllers.empty() && controllers != "memory") continue;
        const auto root = controllers.empty() ? mount : mount / "memory";
        const auto* name = controllers.empty() ? "memory.max" : "memory.limit_in_bytes";
        // The limits of parent groups apply too; in a container the mount is the group itself.
        auto group = fs::path(line.substr(second + 1)).relative_path();
        for (;; group = group.parent_path()) {
            lower(limit, number_in(root / group / name));
            if (group.empty()) break;
        }
    }
    return limit;
}

std::uint64_t memory_budget() {
    auto bytes = std::numeric_limits<std::uint64_t>::max();
    const auto pages = ::sysconf(_SC_PHYS_PAGES);
    const auto page = ::sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0) bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
    struct rlimit space {};
    if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
        bytes = std::min<std::uint64_t>(bytes, space.rlim_cur);
    if (const auto limit = control_group_limit("/proc/self/cgroup", "/sys/fs/cgroup"))
        bytes = std::min(bytes, *limit);
    return bytes / 2;
}

std::uint64_t available_memory() {
    const auto most = memory_budget();  // where the system does not tell
    std::ifstream in("/proc/meminfo");
    for (std::string name, unit; in >> name;) {
        std::uint64_t kibibytes = 0;
        if (!(in >> kibibytes)) break;
        if (name == "MemAvailable:") return std::min(most, kibibytes << 10U);
        std::getline(in, unit);
    }
    return most;
}

Error beyond_memory_budget(const std::string& what) {
    return {ErrorCode::limit,
            what + " more than half of the memory available to Stepvault; use a machine with more memory"};
}

}  // namespace stepvault
