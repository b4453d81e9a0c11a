#include <algorithm>
#include <cmath>
#include <vector>

#include "codec/step_estimate.h"
#include "library/study/bits_study.h"
#include "vault/encode/adaptive_planning.h"
#include "vault/encode/stream_planning.h"

namespace stepvault {

namespace {

/// Second moments take so many times the bits where their levels are half as far apart: measured on runs of
/// AdamW, 1.41 to 1.50 for levels from two octaves to a sixteenth.
constexpr double bits_of_half_levels = 1.45;
/// Second moments take half the bits where their dead zone is wider by this many levels: measured likewise.
constexpr double dead_zone_of_half_bits = 0.8;
/// Below these bits per element nothing follows from the stored first moments; their usual scale was measured
/// on runs of AdamW and of SGD with momentum.
constexpr double least_told_bits = 0.02;
constexpr double usual_scale = 1.5;
constexpr double largest_scale = 3;
/// More than this times the estimate follows from few elements far from the others, not from the step.
constexpr double largest_gain = 2;
constexpr int scale_halvings = 20;

/// The number of elements of at least `least`, if the elements are spread evenly over their bucket.
std::uint64_t count_beyond(const BucketFigures& figures, double least) {
    if (figures.min >= least) return figures.count;
    if (figures.max < least) return 0;
    const double share = (figures.max - least) / (figures.max - figures.min);
    return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(figures.count)));
}

}  // namespace

void BitsStudy::learn_gains() {
    if (meta_.target_error <= 0) return;
    std::vector<CodingRule> rules;
    for (const auto stream : streams_) {
        if (auto rule = parts_of(layout_.streams[stream].group).second) rules.push_back(std::move(*rule));
    }
    const Grouping stored{layout_, streams_, std::vector<bool>(payloads_.size())};
    const auto steps = steps_for(stored, meta_.target_error, rules);
    const auto estimated = estimate(stored, steps);
    std::map<std::uint32_t, double> bits;
    std::map<std::uint32_t, double> coded;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        bits[stored_stream(payloads_[i])] += estimated[i].bits;
        coded[stored_stream(payloads_[i])] += payloads_[i].stored_bits;
    }
    for (const auto& [stream, sum] : bits)
        gains_[stream] = sum > 0 ? coded[stream] / sum : 1;
    stored_steps_ = steps;
    learn_scales(steps);
}

void BitsStudy::learn_scales(const Steps& steps) {
    for (const auto& [stream, step] : steps) {
        double stored = 0;
        double count = 0;
        std::vector<const StudiedPayload*> moments;
        for (const auto& studied : payloads_) {
            if (studied.role != Role::first_moment || stored_stream(studied) != stream) continue;
            moments.push_back(&studied);
            stored += studied.stored_bits;
            count += static_cast<double>(studied.count);
        }
        if (moments.empty() || step <= 0) continue;
        if (stored < least_told_bits * count) {
            scales_[stream] = usual_scale;
            gains_[stream] = 1;
            continue;
        }
        const auto bits_at = [&moments, of = step](double scale) {
            double bits = 0;
            for (const auto* studied : moments)
                bits += estimate_step(studied->statistics, of * scale, false).bits;
            return bits;
        };
        double low = 1;
        double high = largest_scale;
        for (int i = 0; i < scale_halvings; ++i) {
            const double middle = (low + high) / 2;
            (bits_at(middle) > stored ? low : high) = middle;
        }
        scales_[stream] = low;
        const double bits = bits_at(low);
        gains_[stream] = bits > 0 ? std::min(stored / bits, largest_gain) : 1;
    }
}

double BitsStudy::first_moment_bits(const StudiedPayload& studied, double step) const {
    const auto stream = stored_stream(studied);
    if (step == stored_steps_.at(stream)) return studied.stored_bits;
    if (step <= 0) return 0;
    const auto scale = scales_.find(stream);
    return gains_.at(stream) *
           estimate_step(studied.statistics, step * (scale != scales_.end() ? scale->second : 1), false).bits;
}

double BitsStudy::second_moment_bits(const StudiedPayload& studied, const Grouping& grouping,
                                     const SchemeChoice& choice) const {
    const auto target = [&](const StepLayout& layout, std::uint32_t of, double error) {
        return adaptive_target(layout, of, error, meta_.interval);
    };
    // The rule of an exception is in the name of its group.
    const auto stream = grouping.layout.payloads[studied.index].stream;
    const auto rule = parts_of(grouping.layout.streams[stream].group).second;
    const auto stored_rule = parts_of(layout_.streams[stored_stream(studied)].group).second;
    const auto error_of = [](const std::optional<CodingRule>& own, double all) {
        return own && own->error ? *own->error : all;
    };
    const auto stored = target(layout_, stored_stream(studied), error_of(stored_rule, meta_.target_error));
    const auto wanted = target(grouping.layout, stream, error_of(rule, choice.error));
    const int halvings = stored.log_step - wanted.log_step;
    auto bits = studied.stored_bits / static_cast<double>(std::max<std::uint64_t>(1, studied.count));
    for (int i = 0; i < halvings; ++i)
        bits = std::min(bits * bits_of_half_levels, bits + 1);
    for (int i = 0; i > halvings; --i)
        bits /= bits_of_half_levels;
    bits *= std::exp2((stored.dead_zone - wanted.dead_zone) / dead_zone_of_half_bits);
    return bits * static_cast<double>(studied.count);
}

BitsStudy::Steps BitsStudy::steps_for(const Grouping& grouping, double error,
                                      const std::vector<CodingRule>& rules) const {
    const auto& layout = grouping.layout;
    std::map<std::uint32_t, BucketStatistics> of_stream;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        if (!grouping.exact[i])
            of_stream[layout.payloads[payloads_[i].index].stream].merge(payloads_[i].statistics);
    }
    Steps steps;
    for (const auto& [s, statistics] : of_stream) {
        const auto& any = layout.payloads[layout.streams[s].payloads.front()];
        const auto* rule = rule_for(rules, any.role, any.name);
        const auto target = adaptive_target(layout, s, error, meta_.interval);
        const bool has_own = rule != nullptr && rule->error;
        steps[s] = step_for_error(statistics, has_own ? *rule->error : target.error, target.may_gain);
    }
    return steps;
}

std::vector<PayloadBits> BitsStudy::estimate(const Grouping& grouping, const Steps& steps) const {
    std::vector<PayloadBits> made;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        if (grouping.exact[i]) {
            made.push_back(exactly(payloads_[i]));
            continue;
        }
        const double step = steps.at(grouping.layout.payloads[payloads_[i].index].stream);
        const auto estimated =
            step > 0 ? estimate_step(payloads_[i].statistics, step, payloads_[i].role != Role::first_moment)
                     : StepEstimate();
        made.push_back({estimated.bits, estimated.lost, estimated.missing});
    }
    return made;
}

std::optional<BitsOutcome> BitsStudy::adaptive(const SchemeChoice& choice) const {
    if (meta_.target_error <= 0) return {};
    const auto grouping = grouped(choice.rules);
    const auto steps = steps_for(grouping, choice.error, choice.rules);
    BitsOutcome outcome;
    outcome.payloads = estimate(grouping, steps);
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        const auto& studied = payloads_[i];
        if (grouping.exact[i]) {
            keep_all(studied, outcome);
            continue;
        }
        auto& made = outcome.payloads[i];
        if (studied.role == Role::second_moment) {
            made = {second_moment_bits(studied, grouping, choice),
                    studied.stored_error * studied.stored_error * studied.changed};
        } else if (studied.role == Role::first_moment) {
            const double step = steps.at(grouping.layout.payloads[studied.index].stream);
            made.bits = first_moment_bits(studied, step);
        } else {
            made.bits *= gains_.at(stored_stream(studied));
        }
        if (!studied.headline) continue;
        const double least = steps.at(grouping.layout.payloads[studied.index].stream) / 2;
        for (const auto& [key, figures] : studied.statistics.buckets)
            outcome.kept[key.exponent] += count_beyond(figures, least);
    }
    complete(outcome, grouping.exact);
    return outcome;
}

}  // namespace stepvault
