#include "library/bits_study.h"

#include <algorithm>
#include <cmath>

#include "codec/step_estimate.h"
#include "vault/adaptive_planning.h"
#include "vault/filing_plan.h"
#include "vault/lc_planning.h"

namespace stepvault {

namespace {

/// Elements of at least `least`, spread evenly over their bucket.
std::uint64_t count_beyond(const BucketFigures& figures, double least) {
    if (figures.min >= least) return figures.count;
    if (figures.max < least) return 0;
    const double share = (figures.max - least) / (figures.max - figures.min);
    return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(figures.count)));
}

/// What a table makes of a payload's elements: each is in a kept bucket, or coded as unchanged.
struct Coded {
    double bits = 0;
    std::uint64_t changed = 0;  ///< elements that are not coded as unchanged
};

Coded coded_by(const LcTable& table, const BucketStatistics& statistics) {
    Coded coded{.changed = statistics.escapes};
    std::uint64_t unchanged = statistics.count();
    for (std::size_t i = 0; i < table.kept.size(); ++i) {
        const auto bucket = statistics.buckets.find(table.kept[i]);
        if (bucket == statistics.buckets.end()) continue;
        coded.bits += static_cast<double>(bucket->second.count) * table.lengths[i];
        coded.changed += bucket->second.count;
        unchanged -= bucket->second.count;
    }
    coded.bits += static_cast<double>(unchanged) * table.lengths[table.unchanged()];
    return coded;
}

/// Takes from `coded` (by payload) what chunks save in which nothing changed: they take no bits. What changed
/// is taken to be spread evenly over its payload.
void skip_unchanged_chunks(const StepLayout& layout, std::uint32_t stream, std::vector<Coded>& coded) {
    const auto& s = layout.streams[stream];
    std::map<std::uint32_t, double> saved;
    for (std::uint64_t chunk = 0; chunk < s.chunks(); ++chunk) {
        std::vector<std::pair<std::uint32_t, double>> parts;
        double unchanged = 1;
        (void)for_each_part(
            layout, s, s.chunk_first(chunk), s.chunk_count(chunk), [&](auto p, auto, auto n, auto) -> Status {
                const double share = static_cast<double>(n) / static_cast<double>(layout.payloads[p].count());
                parts.emplace_back(p, share);
                unchanged *= std::pow(1 - share, static_cast<double>(coded[p].changed));
                return {};
            });
        for (const auto& [p, share] : parts)
            saved[p] += unchanged * share;
    }
    for (const auto& [p, share] : saved)
        coded[p].bits *= std::max(0.0, 1 - share);
}

}  // namespace

Result<BitsStudy> BitsStudy::of(const StepFile& step) {
    STEPVAULT_ASSIGN(statistics, step.statistics());
    if (statistics.empty()) {
        return Error{ErrorCode::not_found, step.path().string() + ": holds no statistics, since it is exact"};
    }
    BitsStudy study;
    study.meta_ = step.meta();
    study.layout_ = step.layout();
    study.stored_bytes_ = step.size();
    std::size_t next = 0;
    const auto& layout = study.layout_;
    for (std::uint32_t p = 0; p < layout.payloads.size(); ++p) {
        const auto& payload = layout.payloads[p];
        const auto& stream = layout.streams[payload.stream];
        if (!is_lossy(stream.coding) || payload.same_as != StoredPayload::itself) continue;
        if (next == statistics.size()) {
            return Error{ErrorCode::corrupt,
                         step.path().string() + ": has fewer statistics than lossy tensors"};
        }
        StudiedPayload& studied = study.payloads_.emplace_back();
        studied.name = payload.name;
        studied.role = payload.role;
        studied.headline = counts_for_headline(payload);
        studied.index = p;
        studied.count = payload.count();
        studied.bytes = payload.length;
        studied.statistics = std::move(statistics[next++]);
        studied.changed = studied.statistics.sum_squares();
        if (!step.figures().empty())
            studied.stored_error = static_cast<double>(step.figures()[p].relative_error);
        study.elements_ += studied.count;
    }
    std::map<std::uint32_t, double> bits_per_element;
    for (std::uint32_t s = 1; s < layout.streams.size(); ++s) {
        if (!is_lossy(layout.streams[s].coding) || layout.streams[s].count == 0) continue;
        study.streams_.push_back(s);
        std::uint64_t coded = 0;
        for (const auto& chunk : step.stream(s).chunks)
            coded += chunk.length;
        study.lossy_bytes_ += coded;
        bits_per_element[s] = 8 * static_cast<double>(coded) / static_cast<double>(layout.streams[s].count);
    }
    for (auto& studied : study.payloads_) {
        studied.stored_bits =
            static_cast<double>(studied.count) * bits_per_element[layout.payloads[studied.index].stream];
    }
    return study;
}

double BitsStudy::stored_bits_per_weight() const {
    return elements_ > 0 ? 8 * static_cast<double>(lossy_bytes_) / static_cast<double>(elements_) : 0;
}

BitsOutcome BitsStudy::lc(const SchemeChoice& choice) const {
    StepLayout layout = layout_;
    for (auto& payload : layout.payloads)
        payload.table = 0;
    std::vector<BucketStatistics> by_payload(layout.payloads.size());
    for (const auto& studied : payloads_)
        by_payload[studied.index] = studied.statistics;
    const auto tables = lc_tables(layout, streams_, by_payload, choice, nullptr);
    std::map<std::uint32_t, const std::vector<LcTable>*> of_stream;
    std::vector<Coded> coded(layout.payloads.size());
    for (std::size_t i = 0; i < streams_.size(); ++i) {
        of_stream[streams_[i]] = &tables[i];
        for (const auto p : layout.streams[streams_[i]].payloads)
            coded[p] = coded_by(tables[i][layout.payloads[p].table], by_payload[p]);
        skip_unchanged_chunks(layout, streams_[i], coded);
    }

    BitsOutcome outcome;
    for (const auto& studied : payloads_) {
        const auto& payload = layout.payloads[studied.index];
        const auto& table = (*of_stream[payload.stream])[payload.table];
        const double error = table.relative_error(studied.statistics);
        outcome.payloads.push_back({coded[studied.index].bits, error * error * studied.changed});
        if (!studied.headline) continue;
        for (const auto& key : table.kept) {
            const auto bucket = studied.statistics.buckets.find(key);
            if (bucket != studied.statistics.buckets.end())
                outcome.kept[key.exponent] += bucket->second.count;
        }
    }
    complete(outcome);
    return outcome;
}

void BitsStudy::complete(BitsOutcome& outcome) const {
    double bits = 0;
    double lost = 0;
    double changed = 0;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        bits += outcome.payloads[i].bits;
        if (!payloads_[i].headline) continue;
        lost += outcome.payloads[i].lost;
        changed += payloads_[i].changed;
    }
    outcome.bits_per_weight = elements_ > 0 ? bits / static_cast<double>(elements_) : 0;
    outcome.relative_error = changed > 0 ? std::sqrt(lost / changed) : 0;
    outcome.stored_bytes = stored_bytes_ - std::min(stored_bytes_, lossy_bytes_) +
                           static_cast<std::uint64_t>(std::ceil(bits / 8));
}

BitsStudy::Steps BitsStudy::steps_for(double error, const SchemeChoice& choice) const {
    std::map<std::uint32_t, BucketStatistics> of_stream;
    for (const auto& studied : payloads_)
        of_stream[layout_.payloads[studied.index].stream].merge(studied.statistics);
    Steps steps;
    for (const auto& [s, statistics] : of_stream) {
        const auto& any = layout_.payloads[layout_.streams[s].payloads.front()];
        const auto* rule = rule_for(choice.rules, any.role, any.name);
        const bool has_own = rule != nullptr && rule->error;
        steps[s] =
            step_for_error(statistics, has_own ? *rule->error : adaptive_target(layout_, s, error).error);
    }
    return steps;
}

std::vector<PayloadBits> BitsStudy::estimate(const Steps& steps) const {
    std::vector<PayloadBits> made;
    for (const auto& studied : payloads_) {
        const double step = steps.at(layout_.payloads[studied.index].stream);
        const auto estimated = step > 0 ? estimate_step(studied.statistics, step) : StepEstimate();
        made.push_back({estimated.bits, estimated.lost});
    }
    return made;
}

std::optional<BitsOutcome> BitsStudy::adaptive(const SchemeChoice& choice) const {
    if (meta_.target_error <= 0) return {};
    const auto then = estimate(steps_for(meta_.target_error, choice));
    const auto steps = steps_for(choice.error, choice);
    BitsOutcome outcome;
    outcome.payloads = estimate(steps);
    for (const auto& studied : payloads_) {
        if (!studied.headline) continue;
        const double least = steps.at(layout_.payloads[studied.index].stream) / 2;
        for (const auto& [key, figures] : studied.statistics.buckets)
            outcome.kept[key.exponent] += count_beyond(figures, least);
    }
    std::map<std::uint32_t, double> estimated;
    std::map<std::uint32_t, double> stored;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        const auto stream = layout_.payloads[payloads_[i].index].stream;
        estimated[stream] += then[i].bits;
        stored[stream] += payloads_[i].stored_bits;
    }
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        const auto& studied = payloads_[i];
        const auto stream = layout_.payloads[studied.index].stream;
        auto& made = outcome.payloads[i];
        if (studied.role == Role::second_moment) {
            made = {studied.stored_bits, studied.stored_error * studied.stored_error * studied.changed};
        } else if (estimated[stream] > 0) {
            made.bits *= stored[stream] / estimated[stream];
        }
    }
    complete(outcome);
    return outcome;
}

std::vector<ExponentRow> BitsStudy::exponents() const {
    std::map<int, ExponentRow, std::greater<>> rows;
    double changed = 0;
    for (const auto& studied : payloads_) {
        if (!studied.headline) continue;
        changed += studied.changed;
        for (const auto& [key, figures] : studied.statistics.buckets) {
            auto& row = rows[key.exponent];
            row.exponent = key.exponent;
            row.count += figures.count;
            row.energy += figures.sum_squares;
        }
    }
    std::vector<ExponentRow> sorted;
    for (auto& [exponent, row] : rows) {
        row.energy = changed > 0 ? row.energy / changed : 0;
        row.removal_error = std::sqrt(row.energy);
        sorted.push_back(row);
    }
    return sorted;
}

}  // namespace stepvault
