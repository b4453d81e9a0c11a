#include "codec/bucket_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace stepvault {

namespace {

template <class Real>
struct RealBits;
template <>
struct RealBits<float> {
    using Bits = std::uint32_t;
    static constexpr int mantissa = 23;
    static constexpr int bias = 127;
    static constexpr std::size_t buckets = 512;
};
template <>
struct RealBits<double> {
    using Bits = std::uint64_t;
    static constexpr int mantissa = 52;
    static constexpr int bias = 1023;
    static constexpr std::size_t buckets = 4096;
};

template <class Element>
BucketStatistics gather(const std::byte* values, const std::byte* base, std::size_t count) {
    using Bits = typename Element::Bits;
    using Real = typename Element::Real;
    using Format = RealBits<Real>;
    std::vector<BucketFigures> table(Format::buckets);
    BucketStatistics result;
    for (std::size_t i = 0; i < count; ++i) {
        Bits u;
        Bits b;
        std::memcpy(&u, values + i * sizeof(Bits), sizeof(Bits));
        std::memcpy(&b, base + i * sizeof(Bits), sizeof(Bits));
        if (u == b) {
            ++result.zeros;
            continue;
        }
        const Real delta = Element::decode(u) - Element::decode(b);
        if (!std::isfinite(delta)) {
            ++result.escapes;
        } else if (delta == 0) {
            ++result.zeros;
        } else {
            const auto bits = std::bit_cast<typename Format::Bits>(delta);
            table[static_cast<std::size_t>(bits >> Format::mantissa)].add(
                std::abs(static_cast<double>(delta)));
        }
    }
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].count == 0) continue;
        const bool negative = i >= Format::buckets / 2;
        const auto exponent = static_cast<int>(i % (Format::buckets / 2)) - Format::bias;
        result.buckets[{negative, static_cast<std::int16_t>(exponent)}] = table[i];
    }
    return result;
}

/// Bytes for a figure of a bucket that lies `depth` exponents below the highest of its set: what is lost
/// weighs about 2^-16 or less against the highest bucket.
unsigned figure_bytes(int depth) {
    return depth <= 4 ? 2 : 1;
}

/// A fraction in [0, 1] as a fixed-point number of `bytes` bytes.
void put_fraction(ByteWriter& out, double fraction, unsigned bytes) {
    const double scale = std::ldexp(1.0, static_cast<int>(8 * bytes)) - 1;
    const auto fixed = static_cast<std::uint32_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * scale));
    for (unsigned i = 0; i < bytes; ++i)
        out.put(static_cast<std::uint8_t>(fixed >> (8 * i)));
}

double get_fraction(ByteReader& in, unsigned bytes) {
    std::uint32_t fixed = 0;
    for (unsigned i = 0; i < bytes; ++i)
        fixed |= std::uint32_t{in.get<std::uint8_t>()} << (8 * i);
    return fixed / (std::ldexp(1.0, static_cast<int>(8 * bytes)) - 1);
}

int highest_exponent(const BucketStatistics& s) {
    int highest = -2000;
    for (const auto& [key, figures] : s.buckets)
        highest = std::max<int>(highest, key.exponent);
    return highest;
}

}  // namespace

void BucketFigures::merge(const BucketFigures& other) {
    if (other.count == 0) return;
    min = count == 0 ? other.min : std::min(min, other.min);
    max = count == 0 ? other.max : std::max(max, other.max);
    count += other.count;
    sum += other.sum;
    sum_squares += other.sum_squares;
}

std::uint64_t BucketStatistics::count() const {
    auto n = zeros + escapes;
    for (const auto& [key, figures] : buckets)
        n += figures.count;
    return n;
}

void BucketStatistics::merge(const BucketStatistics& other) {
    for (const auto& [key, figures] : other.buckets)
        buckets[key].merge(figures);
    zeros += other.zeros;
    escapes += other.escapes;
}

BucketStatistics delta_statistics(DType dtype, const std::byte* values, const std::byte* base,
                                  std::size_t count) {
    return visit_float(dtype, [&](auto element) { return gather<decltype(element)>(values, base, count); });
}

// Within a bucket a magnitude is 2^exponent * (1 + fraction); the spread (population standard deviation over
// the mean) is at most 1/2 of 2^exponent. Denormal buckets reach below 2^exponent: their fractions are taken
// of 2^(e+1).
void write_statistics(ByteWriter& out, const BucketStatistics& s) {
    out.put_varint(s.zeros);
    out.put_varint(s.escapes);
    out.put_varint(s.buckets.size());
    const int highest = highest_exponent(s);
    out.put(static_cast<std::int16_t>(highest));
    for (const auto& [key, f] : s.buckets) {
        const auto depth = highest - key.exponent;
        out.put_varint(static_cast<std::uint64_t>(depth) * 2 + (key.negative ? 1 : 0));
        out.put_varint(f.count);
        const auto bytes = figure_bytes(depth);
        const double unit = std::ldexp(1.0, key.exponent + 1);
        const double mean = f.sum / static_cast<double>(f.count);
        put_fraction(out, f.min / unit, bytes);
        if (f.count == 1) continue;
        put_fraction(out, f.max / unit, bytes);
        if (f.count == 2) continue;
        const double variance = std::max(0.0, f.sum_squares / static_cast<double>(f.count) - mean * mean);
        put_fraction(out, mean / unit, bytes);
        put_fraction(out, std::sqrt(variance) / unit, bytes);
    }
}

Result<BucketStatistics> read_statistics(ByteReader& in) {
    BucketStatistics s;
    s.zeros = in.get_varint();
    s.escapes = in.get_varint();
    const auto n = in.get_varint();
    const int highest = in.get<std::int16_t>();
    const Error damaged{ErrorCode::corrupt, "statistics are damaged"};
    if (!in.ok() || n > 8192 || highest > 1024) return damaged;
    for (std::uint64_t i = 0; i < n; ++i) {
        const auto code = in.get_varint();
        if (code > 8192) return damaged;
        const int depth = static_cast<int>(code / 2);
        BucketFigures f;
        f.count = in.get_varint();
        if (!in.ok() || f.count == 0) return damaged;
        const auto bytes = figure_bytes(depth);
        const double unit = std::ldexp(1.0, highest - depth + 1);
        f.min = f.max = get_fraction(in, bytes) * unit;
        if (f.count > 1) f.max = get_fraction(in, bytes) * unit;
        const auto count = static_cast<double>(f.count);
        double mean = (f.min + f.max) / 2;
        double deviation = (f.max - f.min) / 2;
        if (f.count > 2) {
            mean = get_fraction(in, bytes) * unit;
            deviation = get_fraction(in, bytes) * unit;
        }
        f.sum = mean * count;
        f.sum_squares = (mean * mean + deviation * deviation) * count;
        s.buckets[{code % 2 == 1, static_cast<std::int16_t>(highest - depth)}] = f;
    }
    if (!in.ok()) return damaged;
    return s;
}

}  // namespace stepvault
