#include "metrics/source_series.h"

#include <algorithm>

namespace stepvault {

bool SourceSeries::repeats(const SeriesPoint& point) {
    if (position_ >= count_) return false;
    const auto at = static_cast<std::size_t>(position_);
    if ((in_order_ ? Written(curve_.all()[at]) : written_[at]) != Written(point)) return false;
    ++position_;
    return true;
}

void SourceSeries::continue_at(std::uint64_t position) {
    position_ = std::min(position, count_);
    if (position_ == count_) return;
    keep_written();
    written_.erase(written_.begin() + static_cast<std::ptrdiff_t>(position_), written_.end());
    count_ = position_;
    fall_.reset();
    restarts_next_ = true;
}

SourceSeries::Change SourceSeries::add(const SeriesPoint& point, std::uint64_t number,
                                       std::uint64_t file_restarted) {
    Change change{.from = point.step, .fell = false, .restarted = {}};
    const bool restarts = restarts_next_ || newest_number_ < file_restarted;
    restarts_next_ = false;
    newest_number_ = number;
    const bool ahead = curve_.empty() || point.step > curve_.newest().step;
    if (!ahead) keep_written();
    if (!in_order_) written_.emplace_back(point);
    const auto place = count_++;
    position_ = count_;
    if (ahead) {
        fall_.reset();
    } else if (restarts) {
        restart({.step = point.step, .position = place, .number = number});
    } else if (point.step < curve_.newest().step && (!fall_ || point.step < fall_->step)) {
        fall_ = Fall{.step = point.step,
                     .position = place,
                     .number = number,
                     .far = curve_.has_more_beyond(point.step, late_points)};
        change.fell = true;
    } else if (fall_ && fall_->far && point.step > fall_->step && point.step < curve_.newest().step) {
        change.restarted = fall_->number;
        change.from = restart(*fall_);
    }
    curve_.put(point);
    return change;
}

std::optional<std::int64_t> SourceSeries::restart_since(std::uint64_t number) {
    if (!fall_ || fall_->number < number) return {};
    return restart(*fall_);
}

void SourceSeries::keep_written() {
    if (!in_order_) return;
    in_order_ = false;
    for (const auto& p : curve_.all())
        written_.emplace_back(p);
}

std::int64_t SourceSeries::restart(const Fall& fall) {
    const auto from = fall.step;
    std::vector<std::int64_t> since;
    for (auto at = static_cast<std::size_t>(fall.position); at < written_.size(); ++at)
        since.push_back(written_[at].step);
    std::sort(since.begin(), since.end());
    curve_.drop_from(from, since);
    fall_.reset();
    return from;
}

}  // namespace stepvault
