// Finds the contents of a run in its own folder and in those of its checkpoints.
#pragma once

#include <filesystem>
#include <string>

#include "run/checkpoint_scanner.h"
#include "run/folder_listing.h"

namespace stepvault {

/// True if the folder has a file in which DeepSpeed or Megatron names the newest folder beside it.
bool has_tracker(const FolderListing& listing);

/// True for an error of an unreadable folder that may become readable later.
bool is_unreadable(const Error& error);

/// Whether the folder `name` in `folder` is a checkpoint. `tracked`: has_tracker() of `folder`.
bool is_checkpoint_folder(const std::filesystem::path& folder, const std::string& name, bool tracked);

/// The checkpoints and metrics of `folder` and of the checkpoint folders in it; `depth` is that of
/// scan_runs().
RunFolder look_at_run(const std::filesystem::path& folder, const FolderListing& listing, int depth);

}  // namespace stepvault
