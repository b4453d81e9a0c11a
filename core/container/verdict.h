// Verdicts without a layout.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "container/inspect.h"

namespace stepvault {

/// A complete, raw file; `note` gives the reason, and is empty for a file that promised nothing else.
inline Inspection kept_raw(std::uint64_t file_size, std::string note = {}) {
    Inspection inspection;
    inspection.layout.format = "raw";
    inspection.layout.file_size = file_size;
    inspection.layout.note = std::move(note);
    return inspection;
}

/// An incomplete file, to be inspected again later. `reason`: one line.
inline Inspection still_incomplete(std::string reason) {
    return {.complete = false, .reason = std::move(reason), .layout = {}};
}

/// The verdict on an error of a reader: only failures to read the file itself stay errors.
inline Result<Inspection> verdict_on(Error error, std::uint64_t file_size) {
    switch (error.code) {
        case ErrorCode::incomplete:
            return still_incomplete(std::move(error.message));
        case ErrorCode::corrupt:
        case ErrorCode::limit:
        case ErrorCode::unsupported:
            return kept_raw(file_size, std::move(error.message));
        default:
            return error;
    }
}

/// "it has 10 of at least 4096 bytes"
inline std::string bytes_missing(std::uint64_t present, std::uint64_t expected, bool exact) {
    return "it has " + std::to_string(present) + " of " + (exact ? "" : "at least ") +
           std::to_string(expected) + " bytes";
}

}  // namespace stepvault
