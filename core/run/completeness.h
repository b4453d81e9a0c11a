// Is a checkpoint, as a whole, all there?
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "container/inspect.h"
#include "run/checkpoint_scanner.h"

namespace stepvault {

/// A candidate opened: its files stay readable although a rotation may delete them meanwhile.
struct OpenCheckpoint {
    CheckpointCandidate candidate;
    struct OpenFile {
        std::string relative;  ///< as in CheckpointCandidate::files
        File file;
        FileIdentity identity;  ///< when it was opened
        Layout layout;
    };
    std::vector<OpenFile> files;
    std::int64_t step = 0;
    std::int64_t modified_ns = 0;  ///< newest modification time of its files
    std::uint64_t bytes = 0;       ///< of all files
    bool copied = false;           ///< the files are copies that nobody else writes to
};

/// ErrorCode::incomplete, which names the checkpoint and says `what`.
Error incomplete(const OpenCheckpoint& checkpoint, std::string_view what);

/// The step of a checkpoint that does not tell it; nullopt where that is not to be had either.
using StepOf = std::function<std::optional<std::int64_t>(const OpenCheckpoint&)>;

/// Opens all files, then inspects them. ErrorCode::incomplete, with the reason, while a file is cut off, one
/// that an index or a .metadata names is missing, or a folder lacks what its framework writes last;
/// ErrorCode::changed where a file vanished. `raw`: completeness is not asked; a file that is cut off becomes
/// one raw region with a note. The step: `given_step` outright; else trainer_state.json, then the content's
/// step, then the name, then the content's epoch, then `otherwise`; ErrorCode::not_found where none is to be
/// had.
Result<OpenCheckpoint> open_checkpoint(const CheckpointCandidate& candidate,
                                       std::optional<std::int64_t> given_step = {}, bool raw = false,
                                       const StepOf& otherwise = {});

/// Reads from copies in `folder` from now on, where the file system can share them (reflinks): what happens
/// to the files meanwhile no longer matters. Where it cannot, or they changed just now, nothing happens.
void copy_if_shared(OpenCheckpoint& checkpoint, const std::filesystem::path& folder);

/// ErrorCode::changed if a file is no longer what was opened. Files that were deleted since are still what
/// they were; so is a single file that another was renamed over.
Status check_unchanged(const OpenCheckpoint& checkpoint);

}  // namespace stepvault
