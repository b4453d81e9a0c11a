#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "vault/format/step_layout.h"

namespace stepvault {

/// Bytes of one of a checkpoint's files.
struct FileRange {
    std::uint32_t file = 0;  ///< index into StepLayout::files
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// The parts of a stored checkpoint that some ranges of its files are restored from.
class WantedRanges {
 public:
    /// ErrorCode::invalid_argument for a range outside of its file. `layout` must outlive the result.
    static Result<WantedRanges> of(const StepLayout& layout, const std::vector<FileRange>& ranges);

    /// By checksum: whether its field lies in the ranges. What it covers then counts as wanted.
    [[nodiscard]] const std::vector<bool>& crcs() const { return crcs_; }
    /// By stream and chunk.
    [[nodiscard]] std::vector<std::vector<bool>> chunks() const;

 private:
    explicit WantedRanges(const StepLayout& layout)
        : layout_(layout), files_(layout.files.size()), crcs_(layout.crcs.size()) {}
    void add(const FileRange& range);
    /// Calls f(begin, end) for each part of the range that is wanted; offsets in the file.
    template <class F>
    void for_each_wanted(const FileRange& range, F&& f) const;

    const StepLayout& layout_;
    std::vector<std::map<std::uint64_t, std::uint64_t>> files_;  ///< by file: end by begin, apart
    std::vector<bool> crcs_;
};

}  // namespace stepvault
