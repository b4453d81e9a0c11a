// Watching that goes on in a `stepvault watch` of its own, on the machine that has the vault.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "library/watch/background_record.h"
#include "library/watch/watch_event.h"

namespace stepvault {

/// The background watches that run, ordered by start, also those of other machines that share the vault.
/// Removes records of this machine's watches that have died.
Result<std::vector<BackgroundWatch>> list_background(const std::filesystem::path& vault);

/// Starts one with the folders, scheme and plan of `options`; `more`: further options for `stepvault watch`.
/// Runs it as a unit of the user's systemd where user_units_last(), else as a process of its own. Returns
/// when it watches. ErrorCode::already_exists if one of the folders is watched in the background.
Result<BackgroundWatch> start_background(const std::filesystem::path& vault, const WatchOptions& options,
                                         const std::vector<std::string>& more = {});

/// Waits up to 10 seconds for its end. ErrorCode::not_found for an unknown id, locked if it still stores a
/// checkpoint, unsupported if it runs on another machine.
Status stop_background(const std::filesystem::path& vault, const std::string& id);

}  // namespace stepvault
