#include <cmath>
#include <random>

#include <QtTest>

#include "codec/element.h"
#include "support/registry.h"

namespace test_element {

using namespace stepvault;

namespace {

/// The value of a half by the format's definition.
double half_value(unsigned bits) {
    const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
    const int exponent = static_cast<int>((bits >> 10) & 31U);
    const double mantissa = bits & 0x3FFU;
    if (exponent == 31) return mantissa != 0 ? NAN : sign * INFINITY;
    return exponent == 0 ? sign * std::ldexp(mantissa, -24)
                         : sign * std::ldexp(1024 + mantissa, exponent - 25);
}

}  // namespace

class TestElement : public QObject {
    Q_OBJECT

 private slots:
    void every_half_has_its_value() {
        for (unsigned bits = 0; bits < 65536; ++bits) {
            const double expected = half_value(bits);
            const float value = half_to_float(static_cast<std::uint16_t>(bits));
            if (std::isnan(expected)) {
                QVERIFY(std::isnan(value));
            } else {
                QCOMPARE(static_cast<double>(value), expected);
                QCOMPARE(std::signbit(value), std::signbit(expected));
            }
            QCOMPARE(float_to_half(value),
                     static_cast<std::uint16_t>(std::isnan(value) ? bits | 0x200U : bits));
        }
    }

    void halves_are_rounded_to_the_nearest_even() {
        // All midpoints between neighbours, and the floats next to the midpoints.
        for (std::uint16_t bits = 0; bits < 0x7BFF; ++bits) {
            const double low = half_value(bits);
            const double high = half_value(bits + 1U);
            const auto middle = static_cast<float>((low + high) / 2);
            const auto even = static_cast<std::uint16_t>(bits % 2 == 0 ? bits : bits + 1);
            QCOMPARE(float_to_half(middle), even);
            QCOMPARE(float_to_half(-middle), static_cast<std::uint16_t>(even | 0x8000U));
            QCOMPARE(float_to_half(std::nextafterf(middle, 0)), bits);
            QCOMPARE(float_to_half(std::nextafterf(middle, INFINITY)), static_cast<std::uint16_t>(bits + 1));
        }
        QCOMPARE(float_to_half(65519.996F), std::uint16_t{0x7BFF});
        QCOMPARE(float_to_half(65520.0F), std::uint16_t{0x7C00});
        QCOMPARE(float_to_half(1e-10F), std::uint16_t{0});
    }

    void bfloats_are_rounded_to_the_nearest_even() {
        std::mt19937 random(7);
        for (int i = 0; i < 200000; ++i) {
            const auto bits = static_cast<std::uint32_t>(random());
            const float value = std::bit_cast<float>(bits);
            if (!std::isfinite(value)) continue;
            const auto down = static_cast<std::uint16_t>(bits >> 16);
            const auto up = static_cast<std::uint16_t>(down + 1U);
            const std::uint32_t rest = bits & 0xFFFFU;
            const auto expected = rest > 0x8000U || (rest == 0x8000U && down % 2 == 1) ? up : down;
            QCOMPARE(BF16::encode(value), expected);
        }
        QVERIFY(std::isnan(BF16::decode(BF16::encode(std::bit_cast<float>(0x7F800001U)))));
        QCOMPARE(BF16::encode(INFINITY), std::uint16_t{0x7F80});
    }
};

STEPVAULT_TEST(TestElement)

}  // namespace test_element

#include "test_element.moc"
