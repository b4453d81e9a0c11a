// The two verdicts that need no layout.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "container/inspect.h"

namespace stepvault {

/// Complete, and kept as it is; `note` says why, and is empty where nothing promised more.
inline Inspection kept_raw(std::uint64_t file_size, std::string note = {}) {
    Inspection inspection;
    inspection.layout.format = "raw";
    inspection.layout.file_size = file_size;
    inspection.layout.note = std::move(note);
    return inspection;
}

inline Inspection still_incomplete(std::string reason) {
    return {.complete = false, .reason = std::move(reason), .layout = {}};
}

/// "has 10 of at least 4096 bytes"
inline std::string bytes_missing(std::uint64_t present, std::uint64_t expected, bool exact) {
    return "it has " + std::to_string(present) + " of " + (exact ? "" : "at least ") +
           std::to_string(expected) + " bytes";
}

}  // namespace stepvault
