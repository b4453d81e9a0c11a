// Decides whether all files of a checkpoint are complete.
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

/// An opened candidate: its files stay readable even if a rotation deletes them.
struct OpenCheckpoint {
    CheckpointCandidate candidate;
    struct OpenFile {
        std::string relative;  ///< as in CheckpointCandidate::files
        File file;
        FileIdentity identity;  ///< at the time of opening
        Layout layout;
        std::uint32_t holder = 0;   ///< in a parted checkpoint, the rank that holds the file
        bool is_elsewhere = false;  ///< another process holds the file
    };
    /// Payloads of up to so many bytes are known even of files that are elsewhere: counters, tables of
    /// codes.
    static constexpr std::uint64_t told_payload = 4096;

    std::vector<OpenFile> files;
    std::int64_t step = 0;
    std::int64_t modified_ns = 0;  ///< newest modification time of its files
    std::uint64_t bytes = 0;       ///< of all files
    bool copied = false;           ///< the files are private copies that no other process writes to
    bool is_from_memory = false;   ///< the files never had a name, and are gone once they are stored
    bool is_parted = false;        ///< each file is held by one process of a group (parted_checkpoint.h)

    /// Reads from a payload of `length` bytes. ErrorCode::unsupported if it is elsewhere and too large to be
    /// known.
    Status read_payload(std::size_t file, std::uint64_t length, std::uint64_t offset,
                        MutableByteView out) const;
};

/// ErrorCode::incomplete, with the name of the checkpoint and `what`.
Error incomplete(const OpenCheckpoint& checkpoint, std::string_view what);

/// Finds the step of a checkpoint that has none in its content or name; nullopt where this fails too.
using StepOf = std::function<std::optional<std::int64_t>(const OpenCheckpoint&)>;

/// Opens all files, then inspects them. ErrorCode::incomplete, with the reason, while a file is cut off, a
/// file that an index or a .metadata names is missing, or a folder lacks the file that its framework writes
/// last; ErrorCode::changed where a file vanished. With `raw`, completeness is not checked, and a file that
/// is cut off becomes one raw region with a note. The step is `given_step` if set; otherwise from
/// trainer_state.json, then the step in the content, then the name, then the epoch in the content, then
/// `otherwise`; ErrorCode::not_found where none of them gives a step.
Result<OpenCheckpoint> open_checkpoint(const CheckpointCandidate& candidate,
                                       std::optional<std::int64_t> given_step = {}, bool raw = false,
                                       const StepOf& otherwise = {});

/// Switches to copies in `folder` where the file system can share them (reflinks), so that later changes to
/// the files no longer matter. Does nothing where the file system cannot, or the files have just changed.
void copy_if_shared(OpenCheckpoint& checkpoint, const std::filesystem::path& folder);

/// ErrorCode::changed if a file differs from the opened one. Deleted files count as unchanged, as does a
/// single file that another file was renamed over.
Status check_unchanged(const OpenCheckpoint& checkpoint);

}  // namespace stepvault
