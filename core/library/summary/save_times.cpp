#include "library/summary/save_times.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/median.h"

namespace stepvault {

namespace {

constexpr std::size_t fewest_saves = 3;

/// Between two losses, one after the other.
struct Gap {
    double steps = 0;
    double begin = 0;  ///< seconds since the epoch
    double end = 0;

    [[nodiscard]] double seconds() const { return end - begin; }
};

std::vector<Gap> gaps_of(std::span<const LossPoint> losses) {
    std::vector<Gap> gaps;
    for (std::size_t i = 1; i < losses.size(); ++i) {
        const auto& [before, from, loss_before] = losses[i - 1];
        const auto& [after, to, loss_after] = losses[i];
        if (from <= 0 || to <= from || after <= before) continue;
        gaps.push_back({static_cast<double>(after - before), from, to});
    }
    return gaps;
}

double median_pace(const std::vector<Gap>& gaps) {
    std::vector<double> paces;
    for (const Gap& gap : gaps)
        paces.push_back(gap.seconds() / gap.steps);
    return median(std::move(paces));
}

/// The gap that `time` lies in; `gaps` ascend.
std::size_t index_at(const std::vector<Gap>& gaps, double time) {
    const auto after = std::ranges::upper_bound(gaps, time, {}, &Gap::begin);
    if (after == gaps.begin() || time > std::prev(after)->end) return gaps.size();
    return static_cast<std::size_t>(std::prev(after) - gaps.begin());
}

}  // namespace

bool are_copied(std::span<const CheckpointRow> checkpoints) {
    constexpr double copied_within = 0.02;
    constexpr double copied_small_within = 10;
    constexpr double copied_at = 1e8;  // bytes a second
    std::size_t copied = 0;
    std::size_t pairs = 0;
    for (std::size_t i = 1; i < checkpoints.size(); ++i) {
        const double seconds = checkpoints[i].saved - checkpoints[i - 1].saved;
        const auto bytes = static_cast<double>(checkpoints[i].original_bytes);
        ++pairs;
        if (seconds < copied_within || (seconds < copied_small_within && bytes > copied_at * seconds))
            ++copied;
    }
    return pairs + 1 >= fewest_saves && 2 * copied > pairs;
}

std::optional<SaveStall> stall_by_losses(std::span<const CheckpointRow> checkpoints,
                                         std::span<const LossPoint> losses) {
    auto gaps = gaps_of(losses);
    if (!std::ranges::is_sorted(gaps, {}, &Gap::begin)) std::ranges::sort(gaps, {}, &Gap::begin);
    std::vector<bool> has_save(gaps.size());
    for (const CheckpointRow& checkpoint : checkpoints) {
        const std::size_t at = index_at(gaps, checkpoint.saved);
        if (at < gaps.size()) has_save[at] = true;
    }
    std::vector<Gap> with;
    std::vector<Gap> without;
    for (std::size_t i = 0; i < gaps.size(); ++i)
        (has_save[i] ? with : without).push_back(gaps[i]);
    if (with.size() < fewest_saves || without.size() < fewest_saves) return {};
    const double pace = median_pace(without);
    const auto beyond = [pace](const Gap& gap) { return gap.seconds() - pace * gap.steps; };
    std::vector<double> stalls;
    for (const Gap& gap : with)
        stalls.push_back(beyond(gap));
    std::vector<double> noise;
    for (const Gap& gap : without)
        noise.push_back(std::abs(beyond(gap)));
    const double stall = median(std::move(stalls));
    if (!(stall > median(std::move(noise)))) return {};
    return SaveStall{stall, with.size()};
}

}  // namespace stepvault
