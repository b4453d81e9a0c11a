#include <array>
#include <bit>
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

    void codes_name_the_values_of_bitsandbytes_data() {
        QTest::addColumn<bool>("has_sign");
        QTest::addColumn<int>("code");
        QTest::addColumn<float>("value");
        // As bitsandbytes prints them.
        QTest::newRow("signed, first") << true << 0 << -0.99297F;
        QTest::newRow("signed, last negative") << true << 126 << -5.5e-7F;
        QTest::newRow("signed, zero") << true << 127 << 0.0F;
        QTest::newRow("signed, second decade") << true << 129 << 3.25e-6F;
        QTest::newRow("signed, highest decade") << true << 217 << 0.47266F;
        QTest::newRow("signed, last") << true << 255 << 1.0F;
        QTest::newRow("unsigned, first") << false << 0 << 0.0F;
        QTest::newRow("unsigned, second") << false << 1 << 3.25e-7F;
        QTest::newRow("unsigned, third") << false << 2 << 7.75e-7F;
        QTest::newRow("unsigned, last but one") << false << 254 << 0.99648F;
        QTest::newRow("unsigned, last") << false << 255 << 1.0F;
    }
    void codes_name_the_values_of_bitsandbytes() {
        QFETCH(bool, has_sign);
        QFETCH(int, code);
        QFETCH(float, value);
        const auto& map = has_sign ? signed_dynamic_map : unsigned_dynamic_map;
        const auto own = map.value(static_cast<std::uint8_t>(code));
        QVERIFY2(std::abs(own - value) <= 1e-4F * std::abs(value), qPrintable(QString::number(own)));
    }

    void numbers_get_the_nearest_code() {
        std::mt19937_64 random(29);
        for (const auto* map : {&signed_dynamic_map, &unsigned_dynamic_map}) {
            for (int code = 0; code < 255; ++code) {
                const float own = map->value(static_cast<std::uint8_t>(code));
                const float next = map->value(static_cast<std::uint8_t>(code + 1));
                QVERIFY(own < next);
                QCOMPARE(int{map->nearest(own)}, code);
                const float middle = (own + next) * 0.5F;
                QCOMPARE(int{map->nearest(middle)}, code);
                QCOMPARE(int{map->nearest(std::nextafterf(middle, 2))}, code + 1);
            }
            for (int i = 0; i < 100000; ++i) {
                const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
                if (std::isnan(value)) continue;
                const float nearest = map->value(map->nearest(value));
                for (int code = 0; code < 256; ++code) {
                    const float other = map->value(static_cast<std::uint8_t>(code));
                    QVERIFY(std::abs(nearest - value) <= std::abs(other - value));
                }
            }
            QCOMPARE(int{map->nearest(INFINITY)}, 255);
            QCOMPARE(int{map->nearest(-INFINITY)}, 0);
            QCOMPARE(int{map->nearest(std::bit_cast<float>(0x7FC00000U))}, 255);
            QCOMPARE(int{map->nearest(std::bit_cast<float>(0xFFC00000U))}, 0);
        }
    }

    void a_table_is_known_by_its_values() {
        std::array<float, 256> table{};
        for (std::size_t i = 0; i < table.size(); ++i)
            table[i] = std::nextafterf(signed_dynamic_map.value(static_cast<std::uint8_t>(i)), 0);
        QVERIFY(signed_dynamic_map.matches(table));
        QVERIFY(!unsigned_dynamic_map.matches(table));
        QVERIFY(!signed_dynamic_map.matches(std::span(table).first(255)));
        table[200] *= 1.01F;
        QVERIFY(!signed_dynamic_map.matches(table));
        table[200] = NAN;
        QVERIFY(!signed_dynamic_map.matches(table));
    }
};

STEPVAULT_TEST(TestElement)

}  // namespace test_element

#include "test_element.moc"
