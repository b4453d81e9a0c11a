#pragma once

#include <vector>

#include "base/file.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// Writes the bytes that a chunk of the skeleton holds, which begin at its byte `first`, to where they
/// belong. `ranges`: StepLayout::raw_ranges(); `file(i)`: the i-th file, open for writing, or null
/// where it is not wanted.
template <class FileOf>
Status write_skeleton(const std::vector<RawRange>& ranges, std::uint64_t first, ByteView bytes, FileOf file) {
    const auto end = first + bytes.size();
    std::uint64_t at = 0;
    for (const auto& range : ranges) {
        const auto from = std::max(at, first);
        const auto to = std::min(at + range.length, end);
        File* target = from < to ? file(range.file) : nullptr;
        if (target != nullptr)
            STEPVAULT_TRY(
                target->write_all(range.offset + (from - at), bytes.subspan(from - first, to - from)));
        at += range.length;
    }
    return {};
}

/// The checkpoint's files in memory, with zeros in place of all payloads: what a reader of their format needs
/// to tell their objects. A file whose skeleton has more than `most` bytes is empty, as is one that is not
/// `wanted`, by its index (none given: all are); no more is decoded than it takes.
Result<std::vector<File>> skeleton_files(const Chain& chain, std::uint64_t most,
                                         const std::vector<bool>& wanted = {});

}  // namespace stepvault
