#pragma once

#include <filesystem>

#include "base/progress.h"
#include "base/result.h"

namespace stepvault {

/// Moves the vault in `from` to `to`, which must not be there yet. On one file system that is a rename; else
/// every file but the catalog is copied and read again, and `from` goes once the whole copy has its name.
/// Until then an error, a cancel or a kill changes nothing in `from`, and `to` is not there.
/// ErrorCode::locked where anyone files, prunes or works on the trash; already_exists; not_found (no vault,
/// or no folder to put it in); invalid_argument (`to` lies in `from`; a file in `from` is of a kind that
/// cannot be copied); no_space.
Status move_vault(const std::filesystem::path& from, const std::filesystem::path& to, const JobContext& job);

}  // namespace stepvault
