#include "library/services/size_target.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "library/services/tuning.h"
#include "vault/encode/parent_choice.h"
#include "vault/records/step_choice.h"

namespace stepvault {

namespace {

/// For runs without a key step of their own: the largest ratio that was measured on runs of AdamW and of SGD
/// with momentum, by adaptive at errors of 0.05 to 0.8 and by lc.
constexpr double usual_key_ratio = 2.3;
/// As many deltas on either side of a key step tell its ratio.
constexpr std::size_t neighbors = 4;
constexpr int least_error = 5;  // hundredths
constexpr int most_error = 90;

bool is_delta(const CheckpointRow& row) {
    return !row.key && !row.weights_only && row.scheme != Scheme::exact;
}

/// nullopt unless the run has a lossy key step among deltas.
std::optional<double> measured_ratio(const std::vector<CheckpointRow>& run) {
    for (auto i = run.size(); i-- > 0;) {
        const auto& key = run[i];
        if (!key.key || key.parent.empty() || key.weights_only || key.scheme == Scheme::exact) continue;
        double sum = 0;
        double count = 0;
        const auto first = i - std::min(i, neighbors);
        for (auto k = first; k < std::min(run.size(), i + neighbors + 1); ++k) {
            if (!is_delta(run[k])) continue;
            sum += static_cast<double>(run[k].stored_bytes);
            ++count;
        }
        if (sum > 0) return static_cast<double>(key.stored_bytes) * count / sum;
    }
    return {};
}

/// The deltas between the newest step of the series and its key step or base.
std::uint64_t deltas_since_key(const std::vector<CheckpointRow>& run, const std::string& series) {
    std::map<std::string, const CheckpointRow*> by_id;
    const CheckpointRow* at = nullptr;
    for (const auto& row : run) {
        by_id[row.id] = &row;
        if (series_of(row.source) == series) at = &row;
    }
    std::uint64_t deltas = 0;
    while (at != nullptr && !at->key && !at->parent.empty() && deltas < most_deltas) {
        ++deltas;
        const auto parent = by_id.find(at->parent);
        at = parent != by_id.end() ? parent->second : nullptr;
    }
    return deltas;
}

class Finder {
 public:
    Finder(const SizeTarget& target, const BitsStudy& study, const std::vector<CheckpointRow>& run,
           const CheckpointRow& studied)
        : study_(study), is_key_(studied.key && !studied.parent.empty()) {
        report_.target = target;
        report_.coming = coming_steps(run, studied, target.steps);
        if (const auto exact = study.exact()) exact_bytes_ = exact->stored_bytes;
    }

    /// Tells whether the setting fits, or nullopt if it cannot be predicted.
    std::optional<bool> try_out(const SchemeChoice& choice);
    [[nodiscard]] TargetReport report() const { return report_; }

 private:
    [[nodiscard]] std::optional<BitsOutcome> outcome(const SchemeChoice& choice) const {
        return choice.scheme == Scheme::adaptive ? study_.adaptive(choice)
               : choice.scheme == Scheme::lc     ? study_.lc(choice)
                                                 : study_.exact();
    }

    const BitsStudy& study_;
    bool is_key_;
    std::optional<std::uint64_t> exact_bytes_;
    TargetReport report_;
    bool has_any_ = false;
};

std::optional<bool> Finder::try_out(const SchemeChoice& choice) {
    const auto made = outcome(choice);
    if (!made) return {};
    const auto& coming = report_.coming;
    const bool is_exact = choice.scheme == Scheme::exact;
    const double ratio = is_exact ? 1 : coming.key_ratio;
    auto delta = static_cast<double>(made->stored_bytes);
    if (is_key_ && !is_exact) delta /= ratio;
    double key = ratio * delta;
    if (exact_bytes_ && !is_exact) key = std::max(delta, std::min(key, static_cast<double>(*exact_bytes_)));
    const auto whole = [](double bytes) { return static_cast<std::uint64_t>(std::llround(bytes)); };
    const TargetSetting setting{
        choice, made->relative_error, whole(delta), whole(key),
        whole(static_cast<double>(coming.deltas) * delta + static_cast<double>(coming.key_steps) * key)};
    if (!has_any_ || setting.bytes < report_.smallest.bytes) report_.smallest = setting;
    has_any_ = true;
    const bool fits = setting.bytes <= report_.target.bytes;
    auto& best = report_.best;
    const auto rank = [](const TargetSetting& s) { return std::pair(s.relative_error, s.bytes); };
    if (fits && (!best || rank(setting) < rank(*best))) best = setting;
    return fits;
}

}  // namespace

ComingSteps coming_steps(const std::vector<CheckpointRow>& run, const CheckpointRow& studied,
                         std::uint64_t steps) {
    ComingSteps coming;
    coming.key_steps = (deltas_since_key(run, series_of(studied.source)) + steps) / (most_deltas + 1);
    coming.deltas = steps - coming.key_steps;
    const auto ratio = measured_ratio(run);
    coming.key_ratio = std::max(1.0, ratio.value_or(usual_key_ratio));
    coming.is_ratio_of_this_run = ratio.has_value();
    return coming;
}

TargetReport find_setting(const SizeTarget& target, const BitsStudy& study,
                          const std::vector<CodingRule>& rules, const std::vector<CheckpointRow>& run,
                          const CheckpointRow& studied) {
    Finder finder(target, study, run, studied);
    SchemeChoice choice{.scheme = Scheme::adaptive, .rules = rules};
    const auto fits = [&](int hundredths) {
        choice.error = hundredths / 100.0;
        return finder.try_out(choice).value_or(false);
    };
    // A larger error never takes more.
    int fitting = most_error;
    if (fits(most_error)) {
        int too_large = least_error - 1;
        while (fitting - too_large > 1) {
            const int middle = (fitting + too_large) / 2;
            (fits(middle) ? fitting : too_large) = middle;
        }
    }
    // Only adaptive has a target error.
    std::erase_if(choice.rules, [](const CodingRule& rule) { return rule.error.has_value(); });
    choice.scheme = Scheme::lc;
    for (choice.bits = 1; choice.bits <= most_tuned_bits; ++choice.bits)
        finder.try_out(choice);
    finder.try_out({.scheme = Scheme::exact, .rules = choice.rules});
    return finder.report();
}

}  // namespace stepvault
