#include "codec/statistics_code.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepvault {

namespace {

/// Like bytes lie together, for the compressor's sake.
enum Plane : std::size_t {
    sets_plane,
    keys,
    counts,
    smallest,
    largest = smallest + 3,
    means = largest + 3,
    deviations = means + 2,
    plane_count = deviations + 2
};
using Writers = std::array<ByteWriter, plane_count>;
using Readers = std::vector<ByteReader>;

/// Bytes for the figures of a bucket that lies `depth` exponents below the highest of its set. The borders
/// rank buckets of nearly the same magnitude, so they need more than what only adds up.
std::size_t border_bytes(int depth) {
    return depth <= 4 ? 3 : depth <= 8 ? 2 : 1;
}
std::size_t moment_bytes(int depth) {
    return depth <= 4 ? 2 : 1;
}

/// A fraction in [0, 1] as a fixed-point number, its highest byte into `plane`, the others into those behind.
void put_fraction(Writers& out, std::size_t plane, double fraction, std::size_t bytes) {
    const double scale = std::ldexp(1.0, static_cast<int>(8 * bytes)) - 1;
    const auto fixed = static_cast<std::uint32_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * scale));
    for (std::size_t i = 0; i < bytes; ++i)
        out[plane + i].put(static_cast<std::uint8_t>(fixed >> (8 * (bytes - 1 - i))));
}

double get_fraction(Readers& in, std::size_t plane, std::size_t bytes) {
    std::uint32_t fixed = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        fixed = fixed << 8U | in[plane + i].get<std::uint8_t>();
    return fixed / (std::ldexp(1.0, static_cast<int>(8 * bytes)) - 1);
}

void write_bucket(Writers& out, int depth, const BucketKey& key, const BucketFigures& f) {
    out[keys].put_varint(static_cast<std::uint64_t>(depth) * 2 + (key.negative ? 1 : 0));
    out[counts].put_varint(f.count);
    const double unit = std::ldexp(1.0, key.exponent + 1);
    put_fraction(out, smallest, f.min / unit, border_bytes(depth));
    if (f.count == 1) return;
    put_fraction(out, largest, f.max / unit, border_bytes(depth));
    if (f.count == 2) return;
    const double mean = f.sum / static_cast<double>(f.count);
    const double variance = std::max(0.0, f.sum_squares / static_cast<double>(f.count) - mean * mean);
    put_fraction(out, means, mean / unit, moment_bytes(depth));
    put_fraction(out, deviations, std::sqrt(variance) / unit, moment_bytes(depth));
}

BucketFigures read_bucket(Readers& in, int depth, double unit) {
    BucketFigures f;
    f.count = in[counts].get_varint();
    f.min = f.max = get_fraction(in, smallest, border_bytes(depth)) * unit;
    if (f.count > 1) f.max = get_fraction(in, largest, border_bytes(depth)) * unit;
    const auto count = static_cast<double>(f.count);
    double mean = (f.min + f.max) / 2;
    double deviation = (f.max - f.min) / 2;
    if (f.count > 2) {
        mean = get_fraction(in, means, moment_bytes(depth)) * unit;
        deviation = get_fraction(in, deviations, moment_bytes(depth)) * unit;
    }
    f.sum = mean * count;
    f.sum_squares = (mean * mean + deviation * deviation) * count;
    return f;
}

int highest_exponent(const BucketStatistics& s) {
    int highest = -2000;
    for (const auto& [key, figures] : s.buckets)
        highest = std::max<int>(highest, key.exponent);
    return highest;
}

}  // namespace

void write_statistics(ByteWriter& out, std::span<const BucketStatistics> sets) {
    Writers planes;
    for (const auto& s : sets) {
        const int highest = highest_exponent(s);
        planes[sets_plane].put_varint(s.zeros);
        planes[sets_plane].put_varint(s.escapes);
        planes[sets_plane].put_varint(s.buckets.size());
        planes[sets_plane].put(static_cast<std::int16_t>(highest));
        for (const auto& [key, f] : s.buckets)
            write_bucket(planes, highest - key.exponent, key, f);
    }
    for (const auto& p : planes) {
        out.put_varint(p.size());
        out.put_bytes(p.view());
    }
}

std::size_t bucket_count(std::span<const BucketStatistics> sets) {
    std::size_t buckets = 0;
    for (const auto& set : sets)
        buckets += set.buckets.size();
    return buckets;
}

Result<std::vector<BucketStatistics>> read_statistics(ByteReader& in, std::size_t sets) {
    const Error damaged{ErrorCode::corrupt, "statistics are damaged"};
    Readers planes;
    for (std::size_t i = 0; i < plane_count; ++i)
        planes.emplace_back(in.get_bytes(in.get_varint()));
    if (!in.ok()) return damaged;
    std::vector<BucketStatistics> result;
    std::size_t buckets = 0;
    for (std::size_t i = 0; i < sets; ++i) {
        auto& head = planes[sets_plane];
        BucketStatistics s;
        s.zeros = head.get_varint();
        s.escapes = head.get_varint();
        const auto n = head.get_varint();
        const int highest = head.get<std::int16_t>();
        if (!head.ok() || n > 8192 || highest > 1024) return damaged;
        buckets += n;
        if (buckets > most_statistics_buckets) return damaged;
        for (std::uint64_t k = 0; k < n; ++k) {
            const auto code = planes[keys].get_varint();
            if (code > 8192) return damaged;
            const int depth = static_cast<int>(code / 2);
            const auto f = read_bucket(planes, depth, std::ldexp(1.0, highest - depth + 1));
            if (!planes[counts].ok() || f.count == 0) return damaged;
            s.buckets[{code % 2 == 1, static_cast<std::int16_t>(highest - depth)}] = f;
        }
        result.push_back(std::move(s));
    }
    for (const auto& p : planes) {
        if (!p.ok() || p.left() != 0) return damaged;
    }
    return result;
}

}  // namespace stepvault
