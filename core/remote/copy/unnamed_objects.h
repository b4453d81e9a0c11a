// Objects of a copy that no manifest names.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/progress.h"
#include "remote/copy/copy_store.h"

namespace stepvault {

/// An object stays at least this long after its last use and its last change, because another process may be
/// about to name it.
inline constexpr std::chrono::seconds unnamed_grace = std::chrono::hours(24);

/// The objects that were removed.
struct RemovedObjects {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::optional<Error> hindered;  ///< why no object was removed
};

/// Removes the objects of a copy that no manifest has named for `grace`, and that are as old as that. The
/// place remembers since when each is unnamed. Removes none if a manifest cannot be read.
Result<RemovedObjects> remove_unnamed_objects(CopyStore& store, const std::vector<CopyStore::Object>& objects,
                                              std::chrono::seconds grace, const JobContext& job);

}  // namespace stepvault
