// The curves of a run from all its metrics files.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "metrics/source_series.h"

namespace stepvault {

/// How a curve changed.
struct SeriesChange {
    std::string tag;
    std::int64_t from = 0;            ///< from this step on, the curve has only `points`
    std::vector<SeriesPoint> points;  ///< ordered by step, one for each step
};

/// Joins the points of one tag from several files (sources) into one curve. The result depends only on the
/// points of each source, in their order, and on the order in which the sources began the tag.
///
/// Each source has its own curve (SourceSeries). Training that continues from a checkpoint may write into a
/// new file: one source *resumes* another if it began after the other had ended, by the times of their
/// points. Where times do not decide, a source resumes another in a tag that it begins at a higher step and
/// continues to a higher step than the other. The points of the resumed source count up to the step where the
/// other begins the tag. All points of simultaneously written sources count, as with several ranks; at the
/// same step, the point of the source that began the tag last counts.
///
/// Points of a source without a name count up to where any other source begins the tag: the origin of these
/// points is unknown.
///
/// Not thread-safe. Memory: see SourceSeries.
class SeriesMerger {
    struct Curve;

 public:
    /// One tag in one source.
    class Track {
     public:
        [[nodiscard]] SourceSeries& series() { return series_; }

     private:
        friend class SeriesMerger;
        SourceSeries series_;
        Curve* curve_ = nullptr;  ///< null before the first point
    };
    class Source {
     public:
        Source(std::string name, SeriesMerger& merger) : name_(std::move(name)), merger_(merger) {}
        /// Creates a missing track; references stay valid.
        Track& track(const std::string& tag);
        [[nodiscard]] bool has(const std::string& tag) const { return tracks_.contains(tag); }
        [[nodiscard]] std::size_t tracks() const { return tracks_.size(); }
        /// Call when the source is read again from its start.
        void rewind();
        void add(const std::string& tag, Track& track, const SeriesPoint& point);

     private:
        friend class SeriesMerger;
        std::string name_;
        SeriesMerger& merger_;
        std::unordered_map<std::string, Track> tracks_;
        std::uint64_t points_ = 0;
        std::uint64_t restarted_ = 0;  ///< number of the point at the last restart
        std::vector<Track*> falling_;  ///< fell behind; not yet known whether they restarted
        bool begins_with_time_ = false;
        double first_time_ = 0;  ///< first known time; 0 for none
        double last_time_ = 0;
    };

    SeriesMerger() = default;
    SeriesMerger(const SeriesMerger&) = delete;
    SeriesMerger& operator=(const SeriesMerger&) = delete;

    /// Creates a missing source; references stay valid.
    Source& source(const std::string& name);

    /// The changes since the last call, by tag.
    std::vector<SeriesChange> take_changes();
    /// All complete curves, whatever changes were taken before.
    std::vector<SeriesChange> take_all();
    /// Marks all changes as taken.
    void settle();

    /// The value at `step`, or at the nearest step before it, as of the last take.
    std::optional<double> value_at(const std::string& tag, std::int64_t step);
    [[nodiscard]] std::vector<std::string> tags() const;
    /// The highest step of any curve.
    [[nodiscard]] std::optional<std::int64_t> last_step() const;

 private:
    struct Part {
        const Source* source;
        Track* track;
        std::optional<std::int64_t> end;  ///< the first step that does not count
    };
    /// The extent of a tag in a source, to decide whether the source resumes another.
    struct Extent {
        const Source* source;
        std::int64_t first_step;
        std::int64_t last_step;
    };
    struct Curve {
        std::vector<Part> parts;  ///< in the order in which they began
        std::optional<std::int64_t> changed_from;
        void change(std::int64_t from);
    };

    static bool resumes(const Extent& later, const Extent& earlier);
    static void find_ends(Curve& curve);
    static std::span<const SeriesPoint> counting(const Part& part, std::int64_t from);
    static std::vector<SeriesPoint> points_from(const Curve& curve, std::int64_t from);

    std::map<std::string, std::unique_ptr<Source>> sources_;
    std::map<std::string, Curve> curves_;
    bool changed_ = false;
};

}  // namespace stepvault
