// The files that a restore writes: original files of the checkpoint, and files made of its tensors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// A tensor, or a chunk of a tensor, in a made file: without gaps, the last index running fastest.
struct PlacedTensor {
    std::uint32_t tensor = 0;  ///< index into StepLayout::tensors
    std::uint64_t offset = 0;  ///< byte offset in the file
    /// Elements from one row of the chunk to the next, for each dimension; row_major(shape) for a whole
    /// tensor.
    std::vector<std::uint64_t> stride;
};

/// A file that the checkpoint did not have: its first bytes, then tensors.
struct MadeFile {
    std::string path;  ///< as in StoredFile
    std::uint64_t size = 0;
    Bytes head;  ///< its first bytes
    std::vector<PlacedTensor> tensors;
};

/// The checkpoint's files to write, and the files to make.
struct RestorePlan {
    std::vector<std::uint32_t> kept;  ///< indices into StepLayout::files, ascending
    std::vector<MadeFile> made;

    static RestorePlan whole(const StepLayout& layout);
    /// Names and sizes of all files, the kept files first.
    [[nodiscard]] std::vector<StoredFile> files(const StepLayout& layout) const;
    [[nodiscard]] std::uint64_t bytes(const StepLayout& layout) const;
    /// The chunks that the files are written from, by stream and chunk.
    [[nodiscard]] std::vector<std::vector<bool>> wanted_chunks(const StepLayout& layout) const;
};

}  // namespace stepvault
