#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/progress.h"
#include "remote/copy/copy_manifest.h"

namespace stepvault {

/// One consistent state of a run in the vault, open for copying. The files stay readable if another process
/// replaces or removes them.
struct RunSnapshot {
    CopyManifest manifest;
    std::vector<File> files;  ///< one for each of manifest.files; only its first content.bytes bytes count
};

/// Takes a snapshot of a run that another process may be writing; takes no lock. Reads and checks every file
/// that has changed since `before`, an earlier snapshot of the run (null: none). ErrorCode::corrupt if a file
/// is damaged; changed if the run changes faster than it can be read; cancelled. Progress counts the bytes
/// checked.
Result<RunSnapshot> take_snapshot(const std::filesystem::path& vault, const std::string& run_id,
                                  const CopyManifest* before, const JobContext& job);

}  // namespace stepvault
