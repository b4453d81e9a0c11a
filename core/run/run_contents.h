// What of a run lies in its own folder, and in those of its checkpoints.
#pragma once

#include <filesystem>
#include <string>

#include "run/checkpoint_scanner.h"
#include "run/folder_listing.h"

namespace stepvault {

/// DeepSpeed and Megatron name the newest of their folders in a file beside them.
bool has_tracker(const FolderListing& listing);

/// Whether a folder may be readable later that was not.
bool is_unreadable(const Error& error);

/// Whether the folder `name` in `folder` is a checkpoint. `tracked`: has_tracker() of `folder`.
bool is_checkpoint_folder(const std::filesystem::path& folder, const std::string& name, bool tracked);

/// The checkpoints and metrics of `folder` and of the folders for checkpoints in it; `depth` is that of
/// scan_runs().
RunFolder look_at_run(const std::filesystem::path& folder, const FolderListing& listing, int depth);

}  // namespace stepvault
