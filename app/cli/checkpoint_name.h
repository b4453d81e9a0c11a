#pragma once

#include <string>

#include "library/services/vault_handle.h"

namespace stepvault::cli {

/// True if the argument names a stored checkpoint, RUN@STEP or RUN@ID, and not an existing file or folder.
bool names_stored_checkpoint(const std::string& argument);

/// The checkpoint that RUN@STEP or RUN@ID names: the newest save of the run's main series, or exactly one.
/// ErrorCode::not_found, invalid_argument.
Result<CheckpointRow> find_named_checkpoint(Queries& queries, const std::string& argument);

}  // namespace stepvault::cli
