#include "plan/loss_history.h"

#include <algorithm>
#include <cmath>

#include "base/median.h"

namespace stepvault {

namespace {

/// Treats a loss whose squares overflow as infinite.
bool is_finite(const LossPoint& p) {
    constexpr double beyond_all = 1e100;
    return std::abs(p.loss) < beyond_all;
}

/// Keeps the last written point of each step that a resumed training repeated.
std::vector<LossPoint> without_rework(std::span<const LossPoint> points) {
    std::vector<LossPoint> kept;
    for (const auto& p : points) {
        while (!kept.empty() && kept.back().step >= p.step)
            kept.pop_back();
        kept.push_back(p);
    }
    return kept;
}

void measure_time(std::span<const LossPoint> points, LossHistory& history) {
    std::vector<double> gaps;
    std::vector<double> paces;
    std::size_t first = 0;  // first point of the previous step; an epoch has many
    for (std::size_t i = 1; i < points.size(); ++i) {
        const auto& a = points[i - 1];
        const auto& b = points[i];
        if (b.step < a.step) ++history.restarts;
        if (b.step >= a.step && a.time > 0 && b.time > a.time) gaps.push_back(b.time - a.time);
        if (b.step == a.step) continue;
        const auto& begin = points[first];
        first = i;
        if (b.step > a.step && begin.time > 0 && b.time > begin.time)
            paces.push_back((b.time - begin.time) / static_cast<double>(b.step - begin.step));
    }
    if (!paces.empty()) history.iteration = median(std::move(paces));
    if (gaps.empty()) return;
    // Evaluations and checkpoints pause a training now and then; much longer gaps are not training.
    auto sorted = gaps;
    std::ranges::sort(sorted);
    constexpr double least_pause = 300;
    constexpr double usual = 0.95;
    const double longest = std::max(
        least_pause, 10 * sorted[static_cast<std::size_t>(usual * static_cast<double>(sorted.size() - 1))]);
    for (const double gap : gaps) {
        if (gap > longest)
            ++history.restarts;
        else
            history.running += gap;
    }
}

/// Hampel's filter: removes points that lie six deviations, estimated by the median deviation, from the
/// median around them.
std::vector<LossPoint> without_spikes(const std::vector<LossPoint>& points) {
    constexpr std::size_t reach = 7;
    constexpr double allowed = 6 * 1.4826;
    if (points.size() <= 2 * reach) return points;
    std::vector<LossPoint> kept;
    kept.reserve(points.size());
    std::vector<double> around;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto first = std::min(i > reach ? i - reach : 0, points.size() - 2 * reach - 1);
        around.clear();
        for (auto k = first; k < first + 2 * reach + 1; ++k)
            around.push_back(points[k].loss);
        const double center = median(around);
        for (auto& v : around)
            v = std::abs(v - center);
        const double spread = median(around);
        // At both ends the window is not centered, and a steep start is not a spike.
        const bool inside = i >= reach && i + reach < points.size();
        if (!inside || spread == 0 || std::abs(points[i].loss - center) <= allowed * spread)
            kept.push_back(points[i]);
    }
    return kept;
}

/// Bins grow with the square of their number, so that the start, where most happens, keeps its details.
std::vector<SmoothLoss> smooth(std::span<const LossPoint> points) {
    constexpr double most_bins = 200;
    const auto n = static_cast<double>(points.size());
    std::vector<SmoothLoss> bins;
    std::size_t next = 0;
    for (double bin = 1; next < points.size(); ++bin) {
        const auto end =
            std::min(points.size(),
                     std::max(next + 1, static_cast<std::size_t>(n * (bin / most_bins) * (bin / most_bins))));
        SmoothLoss sum;
        for (; next < end; ++next) {
            sum.step += static_cast<double>(points[next].step);
            sum.loss += points[next].loss;
            ++sum.weight;
        }
        bins.push_back({sum.step / sum.weight, sum.loss / sum.weight, sum.weight});
    }
    return bins;
}

}  // namespace

LossHistory make_loss_history(std::span<const LossPoint> points) {
    LossHistory history;
    measure_time(points, history);
    auto kept = without_rework(points);
    if (kept.empty()) return history;
    history.first_step = kept.front().step;
    history.last_step = kept.back().step;
    history.ends_not_finite = !is_finite(kept.back());
    history.not_finite = std::erase_if(kept, [](const auto& p) { return !is_finite(p); });
    auto calm = without_spikes(kept);
    history.spikes = kept.size() - calm.size();
    history.points = calm.size();
    history.smooth = smooth(calm);
    return history;
}

}  // namespace stepvault
