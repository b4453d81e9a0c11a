// Random tensors with all kinds of values that training produces.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "base/bytes.h"
#include "codec/element.h"

namespace stepvault::test {

enum class Shape { gaussian, equal, zeros, specials, huge_range, denormals, sparse };

inline double draw(Shape shape, std::mt19937_64& random) {
    std::normal_distribution<double> normal(0, 0.02);
    std::uniform_int_distribution<int> die(0, 9);
    switch (shape) {
        case Shape::gaussian:
            return normal(random);
        case Shape::equal:
            return 0.75;
        case Shape::zeros:
            return 0;
        case Shape::specials:
            switch (die(random)) {
                case 0:
                    return std::numeric_limits<double>::quiet_NaN();
                case 1:
                    return std::numeric_limits<double>::infinity();
                case 2:
                    return -std::numeric_limits<double>::infinity();
                case 3:
                    return -0.0;
                case 4:
                    return 1e-45;
                case 5:
                    return 3.4e38;
                case 6:
                    return -3.4e38;
                default:
                    return normal(random);
            }
        case Shape::huge_range:
            return std::ldexp(normal(random), die(random) * 20 - 90);
        case Shape::denormals:
            return normal(random) * 1e-38;
        case Shape::sparse:
            return die(random) == 0 ? normal(random) : 0;
    }
    return 0;
}

/// Elements of `dtype` (a lossy float), rounded from doubles of the given shape.
inline Bytes random_elements(DType dtype, std::size_t count, Shape shape, std::mt19937_64& random) {
    Bytes out(count * item_size(dtype));
    visit_float(dtype, [&](auto element) {
        using Element = decltype(element);
        for (std::size_t i = 0; i < count; ++i) {
            const auto bits = Element::encode(static_cast<typename Element::Real>(draw(shape, random)));
            std::memcpy(out.data() + i * sizeof(bits), &bits, sizeof(bits));
        }
    });
    return out;
}

/// `base` after a training step: most elements change a little, some not at all.
inline Bytes moved(DType dtype, const Bytes& base, double scale, std::mt19937_64& random) {
    Bytes out(base.size());
    std::normal_distribution<double> normal(0, scale);
    visit_float(dtype, [&](auto element) {
        using Element = decltype(element);
        for (std::size_t at = 0; at < base.size(); at += sizeof(typename Element::Bits)) {
            auto bits = load<typename Element::Bits>(base, at);
            if (random() % 8 != 0) {
                bits = Element::encode(static_cast<typename Element::Real>(
                    static_cast<double>(Element::decode(bits)) + normal(random)));
            }
            std::memcpy(out.data() + at, &bits, sizeof(bits));
        }
    });
    return out;
}

inline double element_at(DType dtype, ByteView data, std::size_t i) {
    return visit_float(dtype, [&](auto element) {
        using Element = decltype(element);
        return static_cast<double>(
            Element::decode(load<typename Element::Bits>(data, i * sizeof(typename Element::Bits))));
    });
}

}  // namespace stepvault::test
