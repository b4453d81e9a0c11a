#pragma once

#include <tuple>

#include "library/services/queries.h"
#include "remote/wire/value_forms.h"

namespace stepvault::wire {

template <>
struct Columns<SeriesPoint> {
    static constexpr auto list = std::tuple(&SeriesPoint::step, &SeriesPoint::time, &SeriesPoint::value);
};
template <>
struct Columns<PointSummary> {
    /// A field of one of a summary's points.
    template <auto Point, auto Field>
    struct Inner {
        template <class S>
        auto& operator()(S& summary) const {
            return summary.*Point.*Field;
        }
    };
    template <auto Field>
    static constexpr auto all = std::tuple(Inner<&PointSummary::first, Field>(),
                                           Inner<&PointSummary::last, Field>(),
                                           Inner<&PointSummary::low, Field>(),
                                           Inner<&PointSummary::high, Field>());
    static constexpr auto list =
        std::tuple_cat(std::tuple(&PointSummary::points, &PointSummary::nan, &PointSummary::positive_infinite,
                                  &PointSummary::negative_infinite, &PointSummary::timed,
                                  &PointSummary::earliest, &PointSummary::latest),
                       all<&SeriesPoint::step>, all<&SeriesPoint::time>, all<&SeriesPoint::value>);
};

/// Points of one tag each in a row, as Catalog::points() gives them.
template <>
struct Form<std::vector<MetricPoint>> {
    static Value encode(const std::vector<MetricPoint>& values) {
        std::vector<std::pair<std::string, std::uint64_t>> tags;
        std::vector<SeriesPoint> points;
        points.reserve(values.size());
        for (const auto& value : values) {
            if (tags.empty() || tags.back().first != value.tag) tags.emplace_back(value.tag, 0);
            ++tags.back().second;
            points.push_back({value.step, value.time, value.value});
        }
        return Value::array({wire::encode(tags), wire::encode(points)});
    }
    static bool decode(const Value& value, std::vector<MetricPoint>& out) {
        std::pair<std::vector<std::pair<std::string, std::uint64_t>>, std::vector<SeriesPoint>> read;
        if (!wire::decode(value, read)) return false;
        out.clear();
        out.reserve(read.second.size());
        for (const auto& [tag, count] : read.first) {
            if (count > read.second.size() - out.size()) return false;
            for (std::uint64_t i = 0; i < count; ++i) {
                const auto& point = read.second[out.size()];
                out.push_back({tag, point.step, point.time, point.value});
            }
        }
        return out.size() == read.second.size();
    }
};
template <>
struct Fields<RunLabels> {
    using T = RunLabels;
    static constexpr auto list = std::tuple(&T::note, &T::tags, &T::favourite, &T::archived);
};
template <>
struct Fields<RunRow> {
    using T = RunRow;
    static constexpr auto list = std::tuple(&T::id, &T::name, &T::folder, &T::scheme, &T::bits, &T::created,
                                            &T::is_private, &T::labels);
};
template <>
struct Fields<RunRevision> {
    using T = RunRevision;
    static constexpr auto list = std::tuple(&T::run_id, &T::revision);
};
template <>
struct Fields<CheckpointRow> {
    using T = CheckpointRow;
    static constexpr auto list = std::tuple(
        &T::id, &T::run_id, &T::step, &T::source, &T::generation, &T::scheme, &T::bits, &T::key, &T::parent,
        &T::original_bytes, &T::stored_bytes, &T::relative_error, &T::max_abs_error, &T::lag, &T::loss,
        &T::saved, &T::filed, &T::format, &T::files, &T::weights_only, &T::pinned);
};
template <>
struct Fields<TensorRow> {
    using T = TensorRow;
    static constexpr auto list = std::tuple(&T::file, &T::name, &T::dtype, &T::role, &T::shape, &T::elements,
                                            &T::relative_error, &T::max_abs_error, &T::lag);
};
template <>
struct Fields<SeriesRow> {
    using T = SeriesRow;
    static constexpr auto list = std::tuple(&T::tag, &T::points, &T::last_step, &T::last_value);
};
template <>
struct Fields<RunActivity> {
    using T = RunActivity;
    static constexpr auto list =
        std::tuple(&T::last_growth, &T::median_interval, &T::expects_more, &T::finished, &T::diverged);
};
template <>
struct Fields<RunInfo> {
    using T = RunInfo;
    static constexpr auto list =
        std::tuple(&T::row, &T::activity, &T::state, &T::original_bytes, &T::stored_bytes, &T::step_bytes,
                   &T::checkpoints, &T::last_step, &T::last_loss, &T::lowest_loss, &T::loss_tag,
                   &T::last_validation, &T::lowest_validation);
};
template <>
struct Fields<ChartRange> {
    using T = ChartRange;
    static constexpr auto list = std::tuple(&T::axis, &T::from, &T::to);
};
template <>
struct Fields<Hyperparameter> {
    using T = Hyperparameter;
    static constexpr auto list = std::tuple(&T::key, &T::value, &T::source);
};
template <>
struct Fields<RunHyperparameters::Skipped> {
    using T = RunHyperparameters::Skipped;
    static constexpr auto list = std::tuple(&T::source, &T::reason);
};
template <>
struct Fields<RunHyperparameters> {
    using T = RunHyperparameters;
    static constexpr auto list = std::tuple(&T::values, &T::skipped);
};
template <>
struct Fields<CodingRule> {
    using T = CodingRule;
    static constexpr auto list = std::tuple(&T::match, &T::error);
};
template <>
struct Fields<SchemeChoice> {
    using T = SchemeChoice;
    static constexpr auto list = std::tuple(&T::scheme, &T::bits, &T::buckets, &T::representative, &T::error,
                                            &T::budget, &T::exact_base, &T::rules);
};
template <>
struct Last<Scheme> {
    static constexpr auto value = Scheme::scar;
};
template <>
struct Last<RunState> {
    static constexpr auto value = RunState::idle;
};
template <>
struct Last<ChartRange::Axis> {
    static constexpr auto value = ChartRange::Axis::time;
};
template <>
struct Last<LcBuckets> {
    static constexpr auto value = LcBuckets::tensor;
};
template <>
struct Last<Representative> {
    static constexpr auto value = Representative::mean;
};

template <>
struct Fields<DiskSpace> {
    using T = DiskSpace;
    static constexpr auto list = std::tuple(&T::free, &T::total);
};
template <>
struct Fields<RunOverview> {
    using T = RunOverview;
    static constexpr auto list = std::tuple(&T::info, &T::spark, &T::params);
};
template <>
struct Fields<RunStanding> {
    using T = RunStanding;
    static constexpr auto list = std::tuple(&T::revision, &T::state);
};
template <>
struct Fields<RunContents> {
    using T = RunContents;
    static constexpr auto list = std::tuple(&T::checkpoints, &T::tags);
};
template <>
struct Fields<BestRule> {
    using T = BestRule;
    static constexpr auto list = std::tuple(&T::count, &T::order, &T::tag);
};
template <>
struct Fields<RetentionRules> {
    using T = RetentionRules;
    static constexpr auto list = std::tuple(&T::last, &T::best, &T::every, &T::first, &T::within, &T::bytes);
};
template <>
struct Last<MetricOrder> {
    static constexpr auto value = MetricOrder::max;
};
template <>
struct Fields<OverviewRequest> {
    using T = OverviewRequest;
    static constexpr auto list = std::tuple(&T::version, &T::rules, &T::runs, &T::columns);
};
template <>
struct Fields<VaultOverview> {
    using T = VaultOverview;
    static constexpr auto list =
        std::tuple(&T::version, &T::rules, &T::is_unchanged, &T::runs, &T::changed, &T::disk);
};

}  // namespace stepvault::wire
