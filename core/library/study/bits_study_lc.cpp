#include <algorithm>
#include <cmath>

#include "library/study/bits_study.h"
#include "vault/encode/lc_planning.h"

namespace stepvault {

namespace {

/// The result of a table for a payload. Each element is in a kept bucket, or is coded as unchanged.
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

/// Subtracts from `coded` (by payload) the bits of chunks in which nothing changed, since these take no bits.
/// Assumes that changes are spread evenly over their payload.
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

BitsOutcome BitsStudy::lc(const SchemeChoice& choice) const {
    auto [layout, streams, exact] = grouped(choice.rules);
    for (auto& payload : layout.payloads)
        payload.table = 0;
    std::vector<BucketStatistics> by_payload(layout.payloads.size());
    for (const auto& studied : payloads_)
        by_payload[studied.index] = studied.statistics;
    const auto tables = lc_tables(layout, streams, by_payload, choice, nullptr);
    std::map<std::uint32_t, const std::vector<LcTable>*> of_stream;
    std::vector<Coded> coded(layout.payloads.size());
    for (std::size_t i = 0; i < streams.size(); ++i) {
        of_stream[streams[i]] = &tables[i];
        for (const auto p : layout.streams[streams[i]].payloads)
            coded[p] = coded_by(tables[i][layout.payloads[p].table], by_payload[p]);
        skip_unchanged_chunks(layout, streams[i], coded);
    }

    BitsOutcome outcome;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        const auto& studied = payloads_[i];
        if (exact[i]) {
            outcome.payloads.push_back(exactly(studied));
            keep_all(studied, outcome);
            continue;
        }
        const auto& payload = layout.payloads[studied.index];
        const auto& table = (*of_stream[payload.stream])[payload.table];
        const double error = table.relative_error(studied.statistics);
        outcome.payloads.push_back({coded[studied.index].bits, error * error * studied.changed,
                                    table.lag(studied.statistics) * studied.changed});
        if (!studied.headline) continue;
        for (const auto& key : table.kept) {
            const auto bucket = studied.statistics.buckets.find(key);
            if (bucket != studied.statistics.buckets.end())
                outcome.kept[key.exponent] += bucket->second.count;
        }
    }
    complete(outcome, exact);
    return outcome;
}

}  // namespace stepvault
