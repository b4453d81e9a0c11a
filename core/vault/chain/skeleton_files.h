#pragma once

#include <vector>

#include "base/file.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// Writes a piece of the skeleton, `bytes` from its offset `first` on, to its places in the files. `ranges`:
/// StepLayout::raw_ranges(); `file(i)`: the i-th file, open for writing, or null to skip it.
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

/// Skeletons larger than this are not worth reading for their objects; they usually belong to raw files.
inline constexpr std::uint64_t largest_skeleton = std::uint64_t{64} << 20;

/// The checkpoint's files in memory, with zeros in place of all payloads: enough for a format's reader to
/// find its objects. A file is empty if its skeleton has more than `most` bytes or if `wanted`, by file
/// index, is false (an empty `wanted` means all). Decodes no more chunks than these files need.
Result<std::vector<File>> skeleton_files(const Chain& chain, std::uint64_t most,
                                         const std::vector<bool>& wanted = {});

}  // namespace stepvault
