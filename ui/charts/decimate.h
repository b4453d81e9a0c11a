// Fewer points for the same picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ui/charts/plot_point.h"

namespace stepvault::ui {

/// The lowest and the highest point of each block of a line, so that a part of a long line need not be read
/// point by point. The first of equal ones.
class LineBlocks {
 public:
    LineBlocks() = default;
    /// Fewer than 2^32 points.
    explicit LineBlocks(std::span<const PlotPoint> points);

    /// Indices of the lowest and the highest of `points`, for which the blocks were made, in [begin, end);
    /// begin < end.
    [[nodiscard]] std::pair<std::size_t, std::size_t> extremes(std::span<const PlotPoint> points,
                                                               std::size_t begin, std::size_t end) const;

 private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> blocks_;
};

/// `points`: finite, x not falling. Returns those within [x0, x1] and one neighbour on either side, of which
/// each of `columns` equal columns keeps its lowest and its highest in their order; the first and the last
/// within are always kept. All are returned where they are no more than 2 * columns.
std::vector<PlotPoint> decimate(std::span<const PlotPoint> points, const LineBlocks& blocks, double x0,
                                double x1, int columns);

}  // namespace stepvault::ui
