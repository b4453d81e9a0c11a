#include "retention/retention.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace stepvault {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// The decisions for a run while they are made, oldest checkpoint first.
class Deciding {
 public:
    Deciding(std::vector<RetentionItem> items, const RetentionRules& rules);

    void judge();
    void keep_what_cannot_go();
    std::vector<RetentionDecision> take() { return std::move(decisions_); }

 private:
    void say(std::size_t i, RetentionReason reason, bool keeps, double figure = 0);
    [[nodiscard]] std::vector<std::uint32_t> places_by_metric() const;
    [[nodiscard]] std::vector<std::uint64_t> bytes_from_newest() const;

    const RetentionRules& rules_;
    std::vector<RetentionDecision> decisions_;
    std::vector<std::size_t> parents_;  ///< `none` where it builds on nothing, or on a missing checkpoint
};

Deciding::Deciding(std::vector<RetentionItem> items, const RetentionRules& rules) : rules_(rules) {
    const auto age = [](const RetentionItem& i) { return std::tie(i.saved, i.step, i.generation, i.id); };
    std::ranges::sort(items, [&](const auto& a, const auto& b) { return age(a) < age(b); });
    std::map<std::string, std::size_t> by_id;
    for (std::size_t i = 0; i < items.size(); ++i)
        by_id[items[i].id] = i;
    for (const auto& item : items) {
        const auto parent = by_id.find(item.parent);
        // In damaged files chains might be cyclic.
        const bool builds = parent != by_id.end() && items[parent->second].sequence < item.sequence;
        parents_.push_back(builds ? parent->second : none);
    }
    for (auto& item : items)
        decisions_.push_back({.item = std::move(item), .kept = false});
}

void Deciding::say(std::size_t i, RetentionReason reason, bool keeps, double figure) {
    decisions_[i].verdicts.push_back({reason, keeps, figure});
    decisions_[i].kept |= keeps;
}

/// For each checkpoint its place, from 1 for the best; 0 without a value.
std::vector<std::uint32_t> Deciding::places_by_metric() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < decisions_.size(); ++i) {
        const auto& value = decisions_[i].item.metric;
        if (value && std::isfinite(*value)) order.push_back(i);
    }
    const double sign = rules_.best->order == MetricOrder::min ? 1 : -1;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sign * *decisions_[i].item.metric; });
    std::vector<std::uint32_t> places(decisions_.size(), 0);
    for (std::size_t n = 0; n < order.size(); ++n)
        places[order[n]] = static_cast<std::uint32_t>(n + 1);
    return places;
}

/// For each checkpoint: the bytes of all from it to the newest, with everything that these build on.
std::vector<std::uint64_t> Deciding::bytes_from_newest() const {
    std::vector<std::uint64_t> bytes(decisions_.size());
    std::vector<bool> counted(decisions_.size(), false);
    std::uint64_t sum = 0;
    for (std::size_t i = decisions_.size(); i-- > 0; bytes[i] = sum) {
        for (auto link = i; link != none && !counted[link]; link = parents_[link]) {
            counted[link] = true;
            sum += decisions_[link].item.stored_bytes;
        }
    }
    return bytes;
}

void Deciding::judge() {
    const auto count = decisions_.size();
    const auto places = rules_.best ? places_by_metric() : std::vector<std::uint32_t>();
    const auto bytes = rules_.bytes ? bytes_from_newest() : std::vector<std::uint64_t>();
    for (std::size_t i = 0; i < count; ++i) {
        const auto& item = decisions_[i].item;
        if (item.pinned) say(i, RetentionReason::pinned, true);
        if (rules_.empty()) say(i, RetentionReason::no_rules, true);
        if (rules_.first) say(i, RetentionReason::first, i == 0, static_cast<double>(i + 1));
        if (rules_.last)
            say(i, RetentionReason::last, count - i <= *rules_.last, static_cast<double>(count - i));
        if (rules_.best)
            say(i, RetentionReason::best, places[i] > 0 && places[i] <= rules_.best->count, places[i]);
        if (rules_.every) {
            const auto n = static_cast<std::int64_t>(*rules_.every);
            const auto beyond = n > 0 ? (item.step % n + n) % n : 0;
            say(i, RetentionReason::every, beyond == 0, static_cast<double>(beyond));
        }
        if (rules_.within) {
            const double before = decisions_.back().item.saved - item.saved;
            say(i, RetentionReason::within, before <= static_cast<double>(rules_.within->count()), before);
        }
        if (rules_.bytes)
            say(i, RetentionReason::bytes, bytes[i] <= *rules_.bytes, static_cast<double>(bytes[i]));
    }
    if (count > 0 && std::ranges::none_of(decisions_, &RetentionDecision::kept))
        say(count - 1, RetentionReason::only_one, true);
}

/// Goes from the last stored checkpoint down to the bases, so that a checkpoint's dependents are decided
/// before it.
void Deciding::keep_what_cannot_go() {
    std::vector<std::size_t> order(decisions_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::greater(), [&](std::size_t i) { return decisions_[i].item.sequence; });
    // For each checkpoint: the number of paths from it up to remaining checkpoints, and the end of the last
    // path.
    std::vector<std::size_t> ways(decisions_.size(), 0);
    std::vector<std::size_t> ends(decisions_.size(), none);
    for (const auto i : order) {
        auto& decision = decisions_[i];
        const auto awaited_by = decision.item.awaited_by;
        if (!decision.kept && ways[i] + awaited_by > 0) {
            if (parents_[i] == none || awaited_by > 0) {
                say(i, RetentionReason::base, true, static_cast<double>(ways[i] + awaited_by));
            } else if (ways[i] > 1) {
                say(i, RetentionReason::shared, true, static_cast<double>(ways[i]));
            } else {
                decision.squashed_into = decisions_[ends[i]].item.id;
            }
        }
        if (decision.kept) ends[i] = i;
        if (parents_[i] == none || ends[i] == none) continue;
        ++ways[parents_[i]];
        ends[parents_[i]] = ends[i];
    }
}

}  // namespace

std::vector<RetentionDecision> plan_retention(std::vector<RetentionItem> items, const RetentionRules& rules) {
    Deciding deciding(std::move(items), rules);
    deciding.judge();
    deciding.keep_what_cannot_go();
    return deciding.take();
}

}  // namespace stepvault
