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
    std::int64_t from = 0;            ///< of this step and all beyond it, only `points` are left
    std::vector<SeriesPoint> points;  ///< by step, one a step
};

/// Joins what several files (sources) say of a tag into one curve. What comes out depends only on what each
/// source gave, in its order, and on the order in which the sources began the tag.
///
/// Each source makes a curve of its own (SourceSeries). Training that goes on from a checkpoint may write
/// into a new file: one source *resumes* another where it began after the other had ended, by the times of
/// their points. Where these do not tell, it does so in a tag which it begins at a higher step than the other
/// and takes further than the other. The points of the one that is resumed count up to where the other begins
/// the tag. Of sources that were written at the same time, as by several ranks, all points count; at the same
/// step that of the source which began the tag last.
///
/// What a source without a name says counts up to where any other begins the tag: it stands for points of
/// which it is not known where they came from.
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
        Curve* curve_ = nullptr;  ///< none before the first point
    };
    class Source {
     public:
        Source(std::string name, SeriesMerger& merger) : name_(std::move(name)), merger_(merger) {}
        /// Made where there is none; stays where it is.
        Track& track(const std::string& tag);
        [[nodiscard]] bool has(const std::string& tag) const { return tracks_.contains(tag); }
        [[nodiscard]] std::size_t tracks() const { return tracks_.size(); }
        /// It is read anew from its start.
        void rewind();
        void add(const std::string& tag, Track& track, const SeriesPoint& point);

     private:
        friend class SeriesMerger;
        std::string name_;
        SeriesMerger& merger_;
        std::unordered_map<std::string, Track> tracks_;
        std::uint64_t points_ = 0;
        std::uint64_t restarted_ = 0;  ///< number of the point that began the newest restart
        std::vector<Track*> falling_;  ///< fell behind; whether it is a restart is open
        bool begins_with_time_ = false;
        double first_time_ = 0;  ///< the first that is known; 0 for none
        double last_time_ = 0;
    };

    SeriesMerger() = default;
    SeriesMerger(const SeriesMerger&) = delete;
    SeriesMerger& operator=(const SeriesMerger&) = delete;

    /// Made where there is none of that name; stays where it is.
    Source& source(const std::string& name);

    /// What changed since the last call, by tag.
    std::vector<SeriesChange> take_changes();
    /// All curves, as if none had been taken.
    std::vector<SeriesChange> take_all();
    /// As if what changed had been taken.
    void settle();

    /// As of the last take: the value at `step`, or at the nearest step before it.
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
    /// What tells whether a source resumes another in a tag.
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
