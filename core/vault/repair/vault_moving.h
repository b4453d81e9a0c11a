#pragma once

#include <filesystem>

#include "base/progress.h"
#include "base/result.h"

namespace stepvault {

/// Moves the vault in `from` to `to`, which must not exist. On one file system this is a rename. Otherwise
/// every file except the catalog is copied and read back, and `from` is removed once the complete copy has
/// its name; until then, an error, a cancel or a kill leaves `from` unchanged and no `to`. ErrorCode::locked
/// while anyone stores checkpoints in the vault, prunes it or works on its trash; already_exists; not_found
/// (there is no vault, or no folder to put it in); invalid_argument (`to` lies in `from`, or `from` contains
/// a file of a kind that cannot be copied); no_space.
Status move_vault(const std::filesystem::path& from, const std::filesystem::path& to, const JobContext& job);

}  // namespace stepvault
