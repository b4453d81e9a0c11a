// The door of core/container: any file to its Layout.
#pragma once

#include <string>

#include "base/file.h"
#include "container/layout.h"

namespace stepvault {

struct Inspection {
    /// A file that no reader understands is complete and raw. Incomplete: it begins like a known format, and
    /// what is missing may still be written.
    bool complete = true;
    std::string reason;  ///< for people, when incomplete: "its directory is cut off at byte 4096"
    Layout layout;       ///< empty when incomplete
};

/// Reads headers only, never executes anything, holds limits against hostile input (a file beyond them is
/// raw, with a note). Errors are those of reading the file. Thread-safe.
Result<Inspection> inspect(const File& file);

}  // namespace stepvault
