// The entry point of core/container: from any file to its Layout.
#pragma once

#include <string>

#include "base/file.h"
#include "container/layout.h"

namespace stepvault {

struct Inspection {
    /// A file that no reader understands is complete and raw. An incomplete file begins like a known format,
    /// and the missing rest may still be written.
    bool complete = true;
    std::string reason;  ///< for people, when incomplete: "its directory is cut off at byte 4096"
    Layout layout;       ///< empty when incomplete
};

/// Reads headers only, executes nothing, and enforces limits against hostile input (a file beyond them is
/// raw, with a note). Returns only errors of reading the file. Thread-safe.
Result<Inspection> inspect(const File& file);

}  // namespace stepvault
