// The objects of a copy that a verification found damaged.
#pragma once

#include <set>

#include "remote/copy/copy_store.h"
#include "remote/fetch/content_name.h"

namespace stepvault {

/// The objects that the copy notes as damaged; empty where the note is missing or cannot be read.
/// Fails only if the place cannot be read.
Result<std::set<ContentName>> read_damaged_objects(CopyStore& store, const JobContext& job);
/// Notes these instead.
Status write_damaged_objects(CopyStore& store, const std::set<ContentName>& damaged, const JobContext& job);

}  // namespace stepvault
