// A checkpoint whose files are parted among the processes of a group, each of which sees its own files alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/communicator.h"
#include "run/completeness.h"

namespace stepvault {

/// A file that a process holds.
struct HeldFile {
    std::string name;            ///< in the checkpoint's folder
    std::filesystem::path path;  ///< may be a descriptor below /proc
};

/// Opens and inspects the files that this process holds, and joins them with those of the other processes:
/// all processes get the same files in the same order. Of the other processes' files they get the skeletons
/// and the small payloads (see OpenCheckpoint::read_payload). `source` and `step` are the same on all ranks,
/// `own` may be empty. Collective; all ranks return the same error. ErrorCode::incomplete for a file that is
/// cut off, already_exists for a name that two ranks give, limit where the skeletons are too large to be
/// told.
Result<OpenCheckpoint> open_parted_checkpoint(Communicator& group, const std::vector<HeldFile>& own,
                                              const std::string& source, std::int64_t step);

/// Does the same for files that are open and inspected, or the error that kept this process from it.
Result<OpenCheckpoint> join_files(Communicator& group, Result<std::vector<OpenCheckpoint::OpenFile>> own,
                                  const std::string& source, std::int64_t step);

}  // namespace stepvault
