// The points of one tag in one file, and the curve that they make.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "metrics/sorted_points.h"

namespace stepvault {

/// The curve has one point for each step, the last one written. Training that continues from a checkpoint
/// writes some steps again with other values: the tag *restarts* at a step, and the curve drops the earlier
/// points from that step on.
///
/// A point behind the newest step may only be late, so a restart must be evident: the tag falls more than
/// `late_points` points behind, and its next points are behind the newest as well. The other tags of the file
/// restart with it, however little they fall behind, at their first point since then or at their next point.
///
/// Where a file that is read again has other points than before, the tag restarts at the first of these.
///
/// Not thread-safe. Memory: 24 bytes a point; 40 for a tag whose steps were not in order.
class SourceSeries {
 public:
    static constexpr std::ptrdiff_t late_points = 3;

    /// Number of points of the file up to the current position of reading.
    [[nodiscard]] std::uint64_t position() const { return position_; }
    /// Call when the file is read again from its start.
    void rewind() { position_ = 0; }
    /// True if the file had this point at this position when it was read before; then advances past the
    /// point.
    bool repeats(const SeriesPoint& point);
    /// From `position` on, the file has other points than before, or more.
    void continue_at(std::uint64_t position);

    struct Change {
        std::int64_t from = 0;                   ///< the curve changed from this step on
        bool fell = false;                       ///< the tag fell behind; not yet known whether it restarted
        std::optional<std::uint64_t> restarted;  ///< number of the point at which a restart began
    };
    /// `number`: the number of the point among all points of the file, from 1. `file_restarted`: the number
    /// of the point at which the file last restarted; 0 for none.
    Change add(const SeriesPoint& point, std::uint64_t number, std::uint64_t file_restarted);
    /// Another tag shows that the file restarted at the point with that number. If this tag has fallen behind
    /// since, it restarts; returns the step from which the curve changed.
    std::optional<std::int64_t> restart_since(std::uint64_t number);

    /// Ordered by step, one point for each step.
    [[nodiscard]] std::span<const SeriesPoint> curve() { return curve_.all(); }

 private:
    struct Written {
        explicit Written(const SeriesPoint& p) : step(p.step), value(std::bit_cast<std::uint64_t>(p.value)) {}
        bool operator==(const Written&) const = default;
        std::int64_t step;
        std::uint64_t value;  ///< bits
    };
    struct Fall {
        std::int64_t step = 0;
        std::size_t position = 0;  ///< in the written points
        std::uint64_t number = 0;
        bool far = false;
    };

    void keep_written();
    std::int64_t restart(const Fall& fall);

    SortedPoints curve_;
    bool in_order_ = true;          ///< the curve equals the written points
    std::vector<Written> written_;  ///< in the order of the file; empty while in_order_
    std::uint64_t count_ = 0;       ///< number of written points
    std::uint64_t position_ = 0;
    std::uint64_t newest_number_ = 0;
    bool restarts_next_ = false;
    std::optional<Fall> fall_;
};

}  // namespace stepvault
