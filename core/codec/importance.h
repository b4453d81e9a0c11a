// Which elements of a chunk matter most: what schemes `topn` and `scar` share.
// topn keeps the elements that changed most; scar (SCAR, arXiv 1810.07354) whole blocks, such as rows.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "container/dtype.h"

namespace stepvault {

/// Blocks more important than those of `bin` are kept, and of these a share.
struct Cut {
    std::uint32_t bin = ~std::uint32_t{0};
    double share = 0;
};

/// Bytes that keeping costs, by importance in 64 bins an octave. What is infinitely important is always kept.
class ImportanceHistogram {
 public:
    static constexpr std::uint32_t bin_count = 1U << 14U;
    static std::uint32_t bin_of(float importance);

    void add(float importance, double bytes) { bytes_[bin_of(importance)] += bytes; }
    void merge(const ImportanceHistogram& other);
    /// The cut that keeps at most `budget` bytes, beside what is infinitely important.
    [[nodiscard]] Cut cut(double budget) const;

 private:
    std::vector<double> bytes_ = std::vector<double>(bin_count);
};

/// A part of a chunk, in elements.
struct Run {
    std::size_t first = 0;
    std::size_t count = 0;
};

/// Calls f(run, importance) for each of `blocks` (element counts that follow each other; empty: single
/// elements) that changed at all. A block's importance is the root of the mean square of its changes,
/// infinite where one is not finite.
void for_each_change(DType dtype, ByteView values, ByteView base, std::span<const std::size_t> blocks,
                     const std::function<void(const Run&, float)>& f);

/// Says of the blocks of a chunk, asked one after another, which ones a cut keeps.
class BlockChooser {
 public:
    explicit BlockChooser(const Cut& cut) : cut_(cut) {}
    bool keeps(float importance);

 private:
    Cut cut_;
    double owed_ = 0;
};

/// Appends a block, joined to the run that it touches.
void join(std::vector<Run>& runs, const Run& block);

/// The runs of a chunk that `cut` keeps, in ascending order; none touches the next.
std::vector<Run> choose_runs(DType dtype, ByteView values, ByteView base, std::span<const std::size_t> blocks,
                             const Cut& cut);

}  // namespace stepvault
