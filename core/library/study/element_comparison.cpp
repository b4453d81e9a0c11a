#include "library/study/element_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "codec/element.h"

namespace stepvault {

namespace {

constexpr std::size_t block = 512;
using Values = std::array<double, block>;
using Integers = std::array<std::int64_t, block>;

template <class T, class Out>
void convert(const std::byte* data, std::span<Out> out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
        T value;
        std::memcpy(&value, data + i * sizeof(T), sizeof(T));
        out[i] = static_cast<Out>(value);
    }
}

/// Calls f with an object of the integer type.
template <class F>
void visit_integer(DType dtype, F&& f) {
    switch (dtype) {
        case DType::i64:
            return f(std::int64_t{});
        case DType::i32:
            return f(std::int32_t{});
        case DType::i16:
            return f(std::int16_t{});
        case DType::i8:
            return f(std::int8_t{});
        case DType::u16:
            return f(std::uint16_t{});
        case DType::u32:
            return f(std::uint32_t{});
        case DType::u64:
            return f(std::uint64_t{});
        default:
            return f(std::uint8_t{});
    }
}

bool is_complex(DType dtype) {
    return dtype == DType::c64 || dtype == DType::c128;
}

/// The real type of a complex type's two parts; every other type itself.
DType part_of(DType dtype) {
    if (dtype == DType::c64) return DType::f32;
    if (dtype == DType::c128) return DType::f64;
    return dtype;
}

void decode(DType dtype, const std::byte* data, std::span<double> out) {
    if (is_lossy_float(dtype)) {
        visit_float(dtype, [&](auto e) {
            using Element = decltype(e);
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = static_cast<double>(Element::decode(load_element<Element>(data, i)));
        });
    } else {
        visit_integer(dtype, [&](auto t) { convert<decltype(t)>(data, out); });
    }
}

void add_values(std::span<const double> a, std::span<const double> b, ElementSums& sums) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        const bool finite_a = std::isfinite(a[i]);
        const bool finite_b = std::isfinite(b[i]);
        sums.not_finite_a += finite_a ? 0 : 1;
        sums.not_finite_b += finite_b ? 0 : 1;
        if (!finite_a || !finite_b) continue;
        const double change = b[i] - a[i];
        sums.squares_a += a[i] * a[i];
        sums.squares_b += b[i] * b[i];
        sums.product += a[i] * b[i];
        sums.change += change * change;
        sums.max_abs = std::max(sums.max_abs, std::abs(change));
    }
}

std::uint64_t count_other_bits(std::size_t item, ByteView a, ByteView b) {
    if (std::ranges::equal(a, b)) return 0;
    std::uint64_t count = 0;
    for (std::size_t at = 0; at < a.size(); at += item)
        count += std::memcmp(a.data() + at, b.data() + at, item) != 0 ? 1 : 0;
    return count;
}

bool same_value(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// `parts`: reals of one element.
std::uint64_t count_other_values(std::span<const double> a, std::span<const double> b, std::size_t parts) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < a.size(); i += parts) {
        bool same = true;
        for (std::size_t p = i; p < i + parts; ++p)
            same = same && same_value(a[p], b[p]);
        count += same ? 0 : 1;
    }
    return count;
}

/// A u64 beyond the range of i64 equals no element of another integer type; it comes out negative.
std::uint64_t count_other_integers(DType a, const std::byte* a_data, DType b, const std::byte* b_data,
                                   std::size_t n) {
    Integers left{};
    Integers right{};
    const auto load = [&](DType dtype, const std::byte* data, Integers& out) {
        visit_integer(dtype, [&](auto t) { convert<decltype(t)>(data, std::span(out).first(n)); });
    };
    load(a, a_data, left);
    load(b, b_data, right);
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const bool beyond = (a == DType::u64 && left[i] < 0) || (b == DType::u64 && right[i] < 0);
        count += beyond || left[i] != right[i] ? 1 : 0;
    }
    return count;
}

}  // namespace

bool has_values(DType dtype) {
    return dtype != DType::opaque && dtype != DType::f8;
}

bool is_float(DType dtype) {
    return is_lossy_float(dtype) || is_complex(dtype);
}

bool are_comparable(DType a, DType b) {
    if (a == b) return true;
    return has_values(a) && has_values(b) && is_complex(a) == is_complex(b);
}

void ElementSums::merge(const ElementSums& other) {
    squares_a += other.squares_a;
    squares_b += other.squares_b;
    product += other.product;
    change += other.change;
    max_abs = std::max(max_abs, other.max_abs);
    differing += other.differing;
    not_finite_a += other.not_finite_a;
    not_finite_b += other.not_finite_b;
}

ElementSums compare_elements(DType a, ByteView a_bytes, DType b, ByteView b_bytes) {
    ElementSums sums;
    if (a == b) sums.differing = count_other_bits(item_size(a), a_bytes, b_bytes);
    if (!has_values(a) || !has_values(b)) return sums;
    const auto part_a = part_of(a);
    const auto part_b = part_of(b);
    const std::size_t parts = is_complex(a) ? 2 : 1;
    const auto size_a = item_size(part_a);
    const auto size_b = item_size(part_b);
    const bool are_integers = !is_float(a) && !is_float(b);
    const auto count = a_bytes.size() / size_a;
    Values left{};
    Values right{};
    for (std::size_t first = 0; first < count; first += block) {
        const auto n = std::min(block, count - first);
        const auto* a_data = a_bytes.data() + first * size_a;
        const auto* b_data = b_bytes.data() + first * size_b;
        const auto values_a = std::span(left).first(n);
        const auto values_b = std::span(right).first(n);
        decode(part_a, a_data, values_a);
        decode(part_b, b_data, values_b);
        add_values(values_a, values_b, sums);
        if (a == b) continue;
        sums.differing += are_integers ? count_other_integers(a, a_data, b, b_data, n)
                                       : count_other_values(values_a, values_b, parts);
    }
    return sums;
}

}  // namespace stepvault
