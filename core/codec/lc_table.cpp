#include "codec/lc_table.h"

#include <algorithm>
#include <cmath>

#include "codec/huffman.h"

namespace stepvault {

LcTable LcTable::build(const BucketStatistics& statistics, unsigned bits, DType dtype,
                       Representative representative, HuffmanCache* codes, const std::string& group) {
    struct Candidate {
        BucketKey key;
        double representative;
        std::uint64_t count;
    };
    std::vector<Candidate> candidates;
    for (const auto& [key, f] : statistics.buckets) {
        const double middle = representative == Representative::mean ? f.sum / static_cast<double>(f.count)
                                                                     : f.min / 2 + f.max / 2;
        const double magnitude =
            dtype == DType::f64 ? middle : static_cast<double>(static_cast<float>(middle));
        candidates.push_back({key, key.negative ? -magnitude : magnitude, f.count});
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        const double x = std::abs(a.representative);
        const double y = std::abs(b.representative);
        return x != y ? x > y : a.key < b.key;
    });
    const auto n = std::min(candidates.size(), (std::size_t{1} << bits) - 1);
    LcTable table;
    std::vector<std::uint64_t> counts;
    std::uint64_t coded = 0;
    for (std::size_t i = 0; i < n; ++i) {
        table.kept.push_back(candidates[i].key);
        table.representatives.push_back(candidates[i].representative);
        counts.push_back(candidates[i].count);
        coded += candidates[i].count;
    }
    // Escaped elements pass as unchanged in the symbol stream, so this symbol always needs a code.
    counts.push_back(std::max<std::uint64_t>(1, statistics.count() - coded));
    table.lengths = codes != nullptr ? codes->lengths(group, counts) : huffman_lengths(counts);
    return table;
}

double LcTable::lag(const BucketStatistics& statistics) const {
    const double changed = statistics.sum_squares();
    double both = 0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const auto at = statistics.buckets.find(kept[i]);
        if (at != statistics.buckets.end()) both += std::abs(representatives[i]) * at->second.sum;
    }
    return changed > 0 ? 1 - both / changed : 0;
}

double LcTable::relative_error(const BucketStatistics& statistics) const {
    const double changed = statistics.sum_squares();
    double lost = 0;
    for (const auto& [key, f] : statistics.buckets) {
        const auto at = std::find(kept.begin(), kept.end(), key);
        if (at == kept.end()) {
            lost += f.sum_squares;
            continue;
        }
        const double r = std::abs(representatives[static_cast<std::size_t>(at - kept.begin())]);
        lost += f.sum_squares - 2 * r * f.sum + static_cast<double>(f.count) * r * r;
    }
    return changed > 0 ? std::sqrt(std::max(0.0, lost) / changed) : 0;
}

void LcTable::write(ByteWriter& out, DType dtype) const {
    out.put_varint(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        out.put(kept[i].exponent);
        if (dtype == DType::f64) {
            out.put(representatives[i]);
        } else {
            out.put(static_cast<float>(representatives[i]));
        }
    }
    for (const auto length : lengths)
        out.put(length);
}

Result<LcTable> LcTable::read(ByteReader& in, DType dtype) {
    LcTable table;
    const auto n = in.get_varint();
    const Error damaged{ErrorCode::corrupt, "a bucket table is damaged"};
    if (!in.ok() || n > 255) return damaged;
    for (std::uint64_t i = 0; i < n; ++i) {
        const auto exponent = in.get<std::int16_t>();
        const double value = dtype == DType::f64 ? in.get<double>() : static_cast<double>(in.get<float>());
        if (!std::isfinite(value)) return damaged;
        table.kept.push_back({std::signbit(value), exponent});
        table.representatives.push_back(value);
    }
    for (std::uint64_t i = 0; i <= n; ++i)
        table.lengths.push_back(in.get<std::uint8_t>());
    if (!in.ok()) return damaged;
    STEPVAULT_TRY(HuffmanDecoder::create(table.lengths));
    return table;
}

}  // namespace stepvault
