#include "metrics/series_merger.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "metrics/point_summary.h"

namespace stepvault {

namespace {

constexpr auto lowest_step = std::numeric_limits<std::int64_t>::min();

}  // namespace

SeriesMerger::Track& SeriesMerger::Source::track(const std::string& tag) {
    return tracks_[tag];
}

void SeriesMerger::Source::rewind() {
    for (auto& [tag, track] : tracks_)
        track.series_.rewind();
}

void SeriesMerger::Source::add(const std::string& tag, Track& track, const SeriesPoint& point) {
    if (track.curve_ == nullptr) {
        track.curve_ = &merger_.curves_[tag];
        track.curve_->parts.push_back({this, &track, {}});
    }
    ++points_;
    if (has_time(point)) {
        begins_with_time_ |= points_ == 1;
        if (first_time_ == 0) first_time_ = point.time;
        last_time_ = std::max(last_time_, point.time);
    }
    const auto change = track.series_.add(point, points_, restarted_);
    track.curve_->change(change.from);
    merger_.changed_ = true;
    if (change.fell) falling_.push_back(&track);
    if (!change.restarted) return;
    restarted_ = *change.restarted;
    for (auto* fallen : falling_) {
        if (const auto from = fallen->series_.restart_since(restarted_)) fallen->curve_->change(*from);
    }
    falling_.clear();
}

SeriesMerger::Source& SeriesMerger::source(const std::string& name) {
    auto& slot = sources_[name];
    if (!slot) slot = std::make_unique<Source>(name, *this);
    return *slot;
}

void SeriesMerger::Curve::change(std::int64_t from) {
    changed_from = std::min(changed_from.value_or(from), from);
}

bool SeriesMerger::resumes(const Extent& later, const Extent& earlier) {
    const auto& next = *later.source;
    const auto& before = *earlier.source;
    if (next.name_.empty() || before.name_.empty()) return before.name_.empty();
    if (next.first_time_ > 0 && before.last_time_ > 0) {
        if (next.first_time_ < before.last_time_) return false;
        if (next.begins_with_time_ && next.first_time_ > before.last_time_) return true;
    }
    return later.first_step > earlier.first_step && later.last_step > earlier.last_step;
}

void SeriesMerger::find_ends(Curve& curve) {
    if (curve.parts.size() < 2) return;
    std::vector<Extent> extents;
    for (const auto& part : curve.parts) {
        const auto points = part.track->series_.curve();
        extents.push_back({part.source, points.front().step, points.back().step});
    }
    for (std::size_t i = 0; i < extents.size(); ++i) {
        std::optional<std::int64_t> end;
        for (const auto& other : extents) {
            if (other.source == extents[i].source || !resumes(other, extents[i])) continue;
            end = std::min(end.value_or(other.first_step), other.first_step);
        }
        auto& known = curve.parts[i].end;
        if (end == known) continue;
        for (const auto step : {end, known}) {
            if (step) curve.change(*step);
        }
        known = end;
    }
}

std::span<const SeriesPoint> SeriesMerger::counting(const Part& part, std::int64_t from) {
    const auto points = part.track->series_.curve();
    const auto begin = std::lower_bound(points.begin(), points.end(), from, is_before);
    const auto end = part.end ? std::lower_bound(begin, points.end(), *part.end, is_before) : points.end();
    return {begin, end};
}

std::vector<SeriesPoint> SeriesMerger::points_from(const Curve& curve, std::int64_t from) {
    std::vector<SeriesPoint> points;
    std::size_t joined = 0;
    for (const auto& part : curve.parts) {
        const auto more = counting(part, from);
        points.insert(points.end(), more.begin(), more.end());
        joined += more.empty() ? 0 : 1;
    }
    if (joined < 2) return points;
    std::stable_sort(points.begin(), points.end(),
                     [](const SeriesPoint& a, const SeriesPoint& b) { return a.step < b.step; });
    // Keep the last point of each step.
    const auto end = std::unique(points.rbegin(), points.rend(),
                                 [](const auto& a, const auto& b) { return a.step == b.step; });
    points.erase(points.begin(), end.base());
    return points;
}

std::vector<SeriesChange> SeriesMerger::take_changes() {
    std::vector<SeriesChange> changes;
    if (!std::exchange(changed_, false)) return changes;
    for (auto& [tag, curve] : curves_) {
        find_ends(curve);
        if (!curve.changed_from) continue;
        changes.push_back({tag, *curve.changed_from, points_from(curve, *curve.changed_from)});
        curve.changed_from.reset();
    }
    return changes;
}

std::vector<SeriesChange> SeriesMerger::take_all() {
    changed_ = true;
    for (auto& [tag, curve] : curves_)
        curve.change(lowest_step);
    auto changes = take_changes();
    std::erase_if(changes, [](const SeriesChange& c) { return c.points.empty(); });
    return changes;
}

void SeriesMerger::settle() {
    for (auto& [tag, curve] : curves_) {
        find_ends(curve);
        curve.changed_from.reset();
    }
    changed_ = false;
}

std::optional<double> SeriesMerger::value_at(const std::string& tag, std::int64_t step) {
    const auto curve = curves_.find(tag);
    if (curve == curves_.end()) return {};
    const SeriesPoint* nearest = nullptr;
    for (const auto& part : curve->second.parts) {
        const auto points = counting(part, lowest_step);
        const auto behind = std::upper_bound(points.begin(), points.end(), step,
                                             [](std::int64_t s, const SeriesPoint& p) { return s < p.step; });
        if (behind == points.begin()) continue;
        const auto& found = *std::prev(behind);
        if (nearest == nullptr || found.step >= nearest->step) nearest = &found;
    }
    return nearest != nullptr ? std::optional(nearest->value) : std::nullopt;
}

std::optional<std::int64_t> SeriesMerger::last_step() const {
    std::optional<std::int64_t> last;
    for (const auto& [tag, curve] : curves_) {
        for (const auto& part : curve.parts) {
            const auto points = counting(part, lowest_step);
            if (!points.empty()) last = std::max(last, std::optional(points.back().step));
        }
    }
    return last;
}

std::vector<std::string> SeriesMerger::tags() const {
    std::vector<std::string> tags;
    for (const auto& [tag, curve] : curves_) {
        if (std::ranges::any_of(curve.parts, [](const Part& p) { return !counting(p, lowest_step).empty(); }))
            tags.push_back(tag);
    }
    return tags;
}

}  // namespace stepvault
