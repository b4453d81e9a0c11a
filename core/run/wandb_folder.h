#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "run/folder_listing.h"

namespace stepvault {

/// The logs of the newest run in a folder that W&B made (run-<time>-<id>/run-<id>.wandb; wandb-history.jsonl
/// of old versions), and of all runs with the same id, which it resumed; oldest first. Skips newer runs
/// without a log, and the link latest-run.
std::vector<std::filesystem::path> wandb_logs(const std::filesystem::path& folder,
                                              const FolderListing& listing);

/// Seconds since the epoch, from the name of a run's folder, which is in local time.
std::optional<std::int64_t> wandb_start(std::string_view folder_name);

}  // namespace stepvault
