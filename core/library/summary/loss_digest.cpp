#include "library/summary/loss_digest.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "base/median.h"
#include "run/divergence.h"

namespace stepvault {

namespace {

/// A curve that holds only the summaries of its blocks and reads points on request.
class BlockedCurve {
 public:
    static Result<BlockedCurve> open(Catalog& catalog, const std::string& run_id, const std::string& tag) {
        STEPVAULT_ASSIGN(blocks, catalog.blocks(run_id, tag));
        return BlockedCurve(catalog, run_id, tag, std::move(blocks));
    }

    [[nodiscard]] const std::vector<PointSummary>& blocks() const { return blocks_; }
    /// The points of blocks `from` to `to`, inclusive.
    Result<std::vector<MetricPoint>> points(std::size_t from, std::size_t to) {
        const auto first = blocks_[from].first.step;
        const auto after =
            first == std::numeric_limits<std::int64_t>::min() ? std::nullopt : std::optional(first - 1);
        return catalog_.points(run_id_, tag_, after, blocks_[to].last.step);
    }
    Result<std::vector<double>> finite_values(std::size_t from, std::size_t to) {
        STEPVAULT_ASSIGN(read, points(from, to));
        std::vector<double> values;
        for (const auto& p : read) {
            if (std::isfinite(p.value)) values.push_back(p.value);
        }
        return values;
    }
    /// The nearest block, upwards or downwards, such that it and the blocks from `from` to it hold `count`
    /// finite values; the last block in that direction if there are too few.
    [[nodiscard]] std::size_t reach_up(std::size_t from, std::uint64_t count) const {
        auto at = from;
        for (auto seen = blocks_[at].finite(); seen < count && at + 1 < blocks_.size();)
            seen += blocks_[++at].finite();
        return at;
    }
    [[nodiscard]] std::size_t reach_down(std::size_t from, std::uint64_t count) const {
        auto at = from;
        for (auto seen = blocks_[at].finite(); seen < count && at > 0;)
            seen += blocks_[--at].finite();
        return at;
    }

 private:
    BlockedCurve(Catalog& catalog, std::string run_id, std::string tag, std::vector<PointSummary> blocks)
        : catalog_(catalog), run_id_(std::move(run_id)), tag_(std::move(tag)), blocks_(std::move(blocks)) {}

    Catalog& catalog_;
    std::string run_id_;
    std::string tag_;
    std::vector<PointSummary> blocks_;
};

Result<bool> is_diverged(BlockedCurve& curve) {
    constexpr auto window = divergence_window;
    const auto& blocks = curve.blocks();
    const auto end = blocks.size() - 1;
    std::uint64_t finite = 0;
    for (const auto& block : blocks)
        finite += block.finite();
    // As many finite points reach back at least as far as the last 20 points.
    STEPVAULT_ASSIGN(tail, curve.points(curve.reach_down(end, window), end));
    const auto last = std::span(tail).last(std::min(window, tail.size()));
    if (!std::ranges::all_of(last, [](const MetricPoint& p) { return std::isfinite(p.value); })) return true;
    if (finite <= window) return false;
    STEPVAULT_ASSIGN(head, curve.finite_values(0, curve.reach_up(0, window)));
    std::vector<double> values;
    for (const auto& p : last)
        values.push_back(p.value);
    const double bound = divergence_bound(std::span(head).first(window), values);

    // If a mean of 20 values is below the bound, at least one of these values is.
    const auto may_decide = [&](const PointSummary& b) { return b.finite() > 0 && b.low.value < bound; };
    const auto low = std::ranges::find_if(blocks, may_decide);
    if (low == blocks.end()) return false;
    const auto high = std::find_if(blocks.rbegin(), blocks.rend(), may_decide);
    const auto from = static_cast<std::size_t>(low - blocks.begin());
    const auto to = static_cast<std::size_t>(blocks.rend() - high) - 1;
    STEPVAULT_ASSIGN(part, curve.finite_values(curve.reach_down(from, blocks[from].finite() + window),
                                               curve.reach_up(to, blocks[to].finite() + window)));
    return is_any_mean_below(part, bound);
}

/// The newest times may be in any block, since a resumed training may have restarted its step count.
Result<std::optional<double>> newest_gap(BlockedCurve& curve) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < curve.blocks().size(); ++i) {
        if (curve.blocks()[i].timed > 0) order.push_back(i);
    }
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t i) { return curve.blocks()[i].latest; });
    std::vector<double> times;  // the newest first
    for (const auto i : order) {
        if (times.size() == recent_times && curve.blocks()[i].latest <= times.back()) break;
        STEPVAULT_ASSIGN(points, curve.points(i, i));
        for (const auto& p : points) {
            if (has_time({p.step, p.time, p.value})) times.push_back(p.time);
        }
        std::ranges::sort(times, std::ranges::greater{});
        times.resize(std::min(times.size(), recent_times));
    }
    return median_gap(std::move(times));
}

bool same(const SeriesRow& a, const SeriesRow& b) {
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    return a.points == b.points && a.last_step == b.last_step && bits(a.last_value) == bits(b.last_value);
}

}  // namespace

std::optional<double> median_gap(std::vector<double> times) {
    std::erase(times, 0.0);
    std::ranges::sort(times, std::ranges::greater{});
    times.resize(std::min(times.size(), recent_times));
    if (times.size() < 2) return {};
    std::vector<double> gaps;
    for (std::size_t i = 1; i < times.size(); ++i)
        gaps.push_back(times[i - 1] - times[i]);
    return median(std::move(gaps));
}

Result<LossDigest> digest_losses(Catalog& catalog, const std::string& run_id, const std::string& tag) {
    LossDigest digest;
    STEPVAULT_ASSIGN(curve, BlockedCurve::open(catalog, run_id, tag));
    const auto& blocks = curve.blocks();
    if (blocks.empty()) return digest;
    digest.last = blocks.back().last.value;
    for (const auto& block : blocks) {
        if (block.finite() > 0)
            digest.lowest = std::min(digest.lowest.value_or(block.low.value), block.low.value);
        if (block.timed > 0) digest.latest = std::max(digest.latest.value_or(block.latest), block.latest);
    }
    STEPVAULT_ASSIGN(gap, newest_gap(curve));
    digest.interval = gap;
    STEPVAULT_ASSIGN(diverged, is_diverged(curve));
    digest.diverged = diverged;
    return digest;
}

Result<LossDigest> LossDigests::of(const std::string& run_id, const SeriesRow& series) {
    {
        const std::scoped_lock lock(mutex_);
        const auto known = known_.find({run_id, series.tag});
        if (known != known_.end() && same(known->second.series, series)) return known->second.digest;
    }
    STEPVAULT_ASSIGN(digest, digest_losses(catalog_, run_id, series.tag));
    const std::scoped_lock lock(mutex_);
    known_[{run_id, series.tag}] = {series, digest};
    return digest;
}

}  // namespace stepvault
