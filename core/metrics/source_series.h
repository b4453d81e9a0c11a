// One tag as one file gives it, and the curve that this makes.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "metrics/sorted_points.h"

namespace stepvault {

/// The curve has one point a step, the last that was written of it. Training that goes on from a checkpoint
/// writes some steps again, with other values: the tag *restarts* at a step, and the points from there on
/// that were written before are dropped from the curve.
///
/// A point behind the newest step may be late only, so that a restart has to show: the tag falls more than
/// `late_points` points behind, and goes on from there behind the newest as well. The other tags of the file
/// restart with it, however little they fall behind, with the first point that they gave since then, or give
/// next.
///
/// A file that is read anew and holds other points than it did restarts the tag with the first of these.
///
/// Not thread-safe. Memory: 24 bytes a point; 40 for a tag that was not in order of steps.
class SourceSeries {
 public:
    static constexpr std::ptrdiff_t late_points = 3;

    /// How many points the file has given up to where it is being read.
    [[nodiscard]] std::uint64_t position() const { return position_; }
    /// The file is read anew from its start.
    void rewind() { position_ = 0; }
    /// Whether the file gave this point at this place when it was read before; if so, goes on behind it.
    bool repeats(const SeriesPoint& point);
    /// From `position` on the file holds other points than before, or more.
    void continue_at(std::uint64_t position);

    struct Change {
        std::int64_t from = 0;                   ///< the curve changed from this step on
        bool fell = false;                       ///< behind; whether it is a restart is open
        std::optional<std::uint64_t> restarted;  ///< the number of the point that a restart began with
    };
    /// `number`: of the point among all of the file, from 1. `file_restarted`: of the point that began the
    /// file's newest restart; 0 for none.
    Change add(const SeriesPoint& point, std::uint64_t number, std::uint64_t file_restarted);
    /// Another tag shows that the file restarted with the point of that number. If this one has fallen behind
    /// since, it restarts, and changes from the step that is returned on.
    std::optional<std::int64_t> restart_since(std::uint64_t number);

    /// By step, one point a step.
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
        std::size_t position = 0;  ///< in what was written
        std::uint64_t number = 0;
        bool far = false;
    };

    void keep_written();
    std::int64_t restart(const Fall& fall);

    SortedPoints curve_;
    bool in_order_ = true;          ///< what was written is the curve
    std::vector<Written> written_;  ///< as the file gave it; empty while in_order_
    std::uint64_t count_ = 0;       ///< of what was written
    std::uint64_t position_ = 0;
    std::uint64_t newest_number_ = 0;
    bool restarts_next_ = false;
    std::optional<Fall> fall_;
};

}  // namespace stepvault
