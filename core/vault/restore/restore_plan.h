// What a restore writes: files of the checkpoint as they were, and files that are made of its tensors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// A tensor, or a chunk of one, in a file that is made: without gaps, the last index running fastest.
struct PlacedTensor {
    std::uint32_t tensor = 0;  ///< of StepLayout::tensors
    std::uint64_t offset = 0;  ///< bytes in the file
    /// Elements from one row of the chunk to the next, for each dimension; row_major(shape) of a whole one.
    std::vector<std::uint64_t> stride;
};

/// A file that the checkpoint did not have: bytes, then tensors.
struct MadeFile {
    std::string path;  ///< as of StoredFile
    std::uint64_t size = 0;
    Bytes head;  ///< its first bytes
    std::vector<PlacedTensor> tensors;
};

/// Which of the checkpoint's files are written, and which are made.
struct RestorePlan {
    std::vector<std::uint32_t> kept;  ///< of StepLayout::files, ascending
    std::vector<MadeFile> made;

    static RestorePlan whole(const StepLayout& layout);
    /// Names and sizes: the kept files first.
    [[nodiscard]] std::vector<StoredFile> files(const StepLayout& layout) const;
    [[nodiscard]] std::uint64_t bytes(const StepLayout& layout) const;
    /// By stream and chunk: those that anything is written from.
    [[nodiscard]] std::vector<std::vector<bool>> wanted_chunks(const StepLayout& layout) const;
};

}  // namespace stepvault
