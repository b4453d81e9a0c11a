#include <algorithm>
#include <map>

#include <QtTest>

#include "codec/huffman.h"
#include "codec/lc_coder.h"
#include "support/every_target.h"
#include "support/random_tensors.h"
#include "support/registry.h"

namespace test_lc_coder {

using namespace stepvault;
using namespace stepvault::test;

namespace {

Bytes floats(const std::vector<float>& values) {
    Bytes out(values.size() * sizeof(float));
    std::memcpy(out.data(), values.data(), out.size());
    return out;
}

/// LC-Checkpoint by its definition, on doubles and sets: the restored elements before rounding.
std::vector<double> reference(DType dtype, const Bytes& values, const Bytes& base, unsigned bits) {
    const auto count = values.size() / item_size(dtype);
    const auto narrow = [&](double x) {
        return dtype == DType::f64 ? x : static_cast<double>(static_cast<float>(x));
    };
    std::map<std::pair<bool, int>, std::pair<double, double>>
        buckets;  // (sign, exponent) -> smallest, largest
    std::vector<double> delta(count);
    for (std::size_t i = 0; i < count; ++i) {
        delta[i] = narrow(element_at(dtype, values, i) - element_at(dtype, base, i));
        if (delta[i] == 0) continue;
        auto [at, added] = buckets.try_emplace({delta[i] < 0, std::ilogb(delta[i])}, delta[i], delta[i]);
        at->second.first = std::min(at->second.first, delta[i]);
        at->second.second = std::max(at->second.second, delta[i]);
    }
    std::vector<std::pair<double, std::pair<bool, int>>> order;
    for (const auto& [key, range] : buckets)
        order.push_back({-std::abs(narrow(range.first / 2 + range.second / 2)), key});
    std::sort(order.begin(), order.end());
    order.resize(std::min(order.size(), (std::size_t{1} << bits) - 1));
    std::vector<double> restored(count);
    for (std::size_t i = 0; i < count; ++i) {
        restored[i] = element_at(dtype, base, i);
        for (const auto& [key, bucket] : order) {
            if (delta[i] != 0 && bucket == std::pair(delta[i] < 0, std::ilogb(delta[i]))) {
                restored[i] = narrow(restored[i] + (delta[i] < 0 ? key : -key));
            }
        }
    }
    return restored;
}

/// Follows FORMAT.md for a chunk of floats, element by element and bit by bit.
Bytes encode_by_definition(const Bytes& values, const Bytes& base, const std::vector<LcSegment>& segments,
                           Bytes& restored) {
    ByteWriter escapes;
    std::uint64_t escape_count = 0;
    std::vector<bool> bits;
    bool any_changed = false;
    std::size_t i = 0;
    std::size_t next = 0;
    for (const auto& segment : segments) {
        const HuffmanEncoder huffman(segment.table->lengths);
        for (const auto end = i + segment.count; i < end; ++i) {
            const auto u = load<float>(values, 4 * i);
            const auto b = load<float>(base, 4 * i);
            float result = b;
            auto symbol = segment.table->unchanged();
            const bool same = std::memcmp(&u, &b, 4) == 0;
            const float delta = u - b;
            if (!same && std::isfinite(delta) && delta != 0) {
                for (std::size_t k = 0; k < segment.table->kept.size(); ++k) {
                    const auto& key = segment.table->kept[k];
                    if (key ==
                        BucketKey{delta < 0, static_cast<std::int16_t>(std::max(-127, std::ilogb(delta)))}) {
                        symbol = k;
                        result = b + static_cast<float>(segment.table->representatives[k]);
                        if (segment.non_negative && result < 0) result = 0;
                    }
                }
            }
            if (!same && (!std::isfinite(delta) || !std::isfinite(result))) {
                symbol = segment.table->unchanged();
                result = u;
                escapes.put_varint(i - next);
                escapes.put(u);
                next = i + 1;
                ++escape_count;
            }
            any_changed |= symbol != segment.table->unchanged();
            const auto code = huffman.code(symbol);
            for (auto k = code.length; k-- > 0;)
                bits.push_back((code.bits >> k & 1) != 0);
            std::memcpy(restored.data() + 4 * i, &result, 4);
        }
    }
    if (!any_changed && escape_count == 0) return {};
    ByteWriter out;
    out.put_varint(escape_count);
    out.put_bytes(escapes.view());
    Bytes packed((bits.size() + 7) / 8);
    for (std::size_t k = 0; k < bits.size(); ++k) {
        if (bits[k]) packed[k / 8] |= static_cast<std::byte>(0x80 >> k % 8);
    }
    out.put_bytes(packed);
    return out.take();
}

struct Coded {
    LcTable table;
    Bytes bytes;
    Bytes restored;
};

Coded code(DType dtype, const Bytes& values, const Bytes& base, unsigned bits, bool non_negative = false) {
    Coded c;
    const auto count = values.size() / item_size(dtype);
    c.table = LcTable::build(delta_statistics(dtype, values.data(), base.data(), count), bits, dtype);
    c.restored.resize(values.size());
    const LcSegment segment{count, &c.table, non_negative};
    c.bytes = encode_lc(dtype, values, base, {&segment, 1}, c.restored);
    return c;
}

}  // namespace

class TestLcCoder : public QObject {
    Q_OBJECT

 private slots:
    void the_papers_example_bit_for_bit() {
        // Example from LC-Checkpoint's slides: ten deltas, x = 2, 18 bits.
        const auto values = floats({0.76F, -0.48F, 0.2F, 0.07F, 0.18F, 0.49F, 0.14F, 0.39F, 0.82F, 0.09F});
        const auto base = floats(std::vector<float>(10, 0.0F));
        const auto c = code(DType::f32, values, base, 2);
        QCOMPARE(c.table.representatives.size(), std::size_t{3});
        QCOMPARE(static_cast<float>(c.table.representatives[0]), 0.79F);
        QCOMPARE(static_cast<float>(c.table.representatives[1]), -0.48F);
        QCOMPARE(static_cast<float>(c.table.representatives[2]), 0.44F);
        // No escapes, then 10 110 0 0 0 111 0 111 10 0 and six bits of padding.
        QCOMPARE(
            QByteArray(reinterpret_cast<const char*>(c.bytes.data()), static_cast<qsizetype>(c.bytes.size()))
                .toHex(),
            QByteArray("00b0ef00"));
        const std::vector<float> expected{0.79F, -0.48F, 0, 0, 0, 0.44F, 0, 0.44F, 0.79F, 0};
        for (std::size_t i = 0; i < 10; ++i)
            QCOMPARE(load<float>(c.restored, 4 * i), expected[i]);
    }

    void stage_e_has_the_papers_buckets() {
        const auto values = floats({0.76F, -0.48F, 0.2F, 0.07F, 0.18F, 0.49F, 0.14F, 0.39F, 0.82F, 0.09F});
        const auto base = floats(std::vector<float>(10, 0.0F));
        const auto c = code(DType::f32, values, base, 8);
        const std::vector<std::pair<int, float>> expected{
            {-1, 0.79F}, {-2, -0.48F}, {-2, 0.44F}, {-3, 0.17F}, {-4, 0.08F}};
        QCOMPARE(c.table.kept.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(int{c.table.kept[i].exponent}, expected[i].first);
            QCOMPARE(static_cast<float>(c.table.representatives[i]), expected[i].second);
        }
    }

    void agrees_with_the_definition_data() {
        QTest::addColumn<DType>("dtype");
        QTest::newRow("f32") << DType::f32;
        QTest::newRow("f64") << DType::f64;
        QTest::newRow("f16") << DType::f16;
        QTest::newRow("bf16") << DType::bf16;
        QTest::newRow("signed codes") << DType::signed_dynamic8;
        QTest::newRow("unsigned codes") << DType::unsigned_dynamic8;
    }
    void agrees_with_the_definition() {
        QFETCH(DType, dtype);
        std::mt19937_64 random(21);
        for (unsigned bits = 1; bits <= 8; ++bits) {
            const auto base = random_elements(dtype, 5000, Shape::gaussian, random);
            const auto values = moved(dtype, base, 0.004, random);
            const auto c = code(dtype, values, base, bits);
            const auto expected = reference(dtype, values, base, bits);
            for (std::size_t i = 0; i < expected.size(); ++i) {
                const double rounded = visit_float(dtype, [&](auto e) {
                    using Element = decltype(e);
                    return static_cast<double>(
                        Element::decode(Element::encode(static_cast<typename Element::Real>(expected[i]))));
                });
                QCOMPARE(element_at(dtype, c.restored, i), rounded);
            }
        }
    }

    void decoding_gives_what_encoding_said_data() {
        QTest::addColumn<DType>("dtype");
        QTest::addColumn<int>("shape");
        for (const auto& [name, dtype] : {std::pair("f32", DType::f32),
                                          {"f64", DType::f64},
                                          {"f16", DType::f16},
                                          {"bf16", DType::bf16},
                                          {"signed codes", DType::signed_dynamic8},
                                          {"unsigned codes", DType::unsigned_dynamic8}}) {
            for (int shape = 0; shape <= static_cast<int>(Shape::sparse); ++shape)
                QTest::addRow("%s %d", name, shape) << dtype << shape;
        }
    }
    void decoding_gives_what_encoding_said() {
        QFETCH(DType, dtype);
        QFETCH(int, shape);
        std::mt19937_64 random(static_cast<std::uint64_t>(shape) + 100);
        for (const std::size_t count :
             {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{17}, std::size_t{4096}}) {
            for (const unsigned bits : {1U, 2U, 3U, 8U}) {
                const auto base = random_elements(
                    dtype, count, random() % 2 == 0 ? static_cast<Shape>(shape) : Shape::gaussian, random);
                const auto values = random() % 2 == 0
                                        ? random_elements(dtype, count, static_cast<Shape>(shape), random)
                                        : moved(dtype, base, 0.01, random);
                const bool non_negative = random() % 2 == 0;
                const auto c = code(dtype, values, base, bits, non_negative);
                const auto size = item_size(dtype);
                for (std::size_t i = 0; i < count; ++i) {
                    const double u = element_at(dtype, values, i);
                    const double b = element_at(dtype, base, i);
                    const double r = element_at(dtype, c.restored, i);
                    QCOMPARE(std::isfinite(r), std::isfinite(u));
                    if (!std::isfinite(u)) {
                        const bool kept =
                            std::memcmp(c.restored.data() + i * size, values.data() + i * size, size) == 0;
                        QVERIFY(kept);
                    }
                    if (u == 0 && b == 0) QVERIFY(r == 0);
                    if (non_negative && b >= 0 && u >= 0) QVERIFY(r >= 0);
                    if (std::isfinite(u) && std::isfinite(b)) {
                        // A kept element's error is below half its bucket; a dropped element's error is its
                        // own change.
                        QVERIFY(std::abs(u - r) <=
                                    std::abs(u - b) * 1.01 + std::ldexp(std::abs(u), -7) + 1e-7 ||
                                non_negative);
                    }
                }
                if (c.bytes.empty()) {
                    QCOMPARE(c.restored, base);
                    continue;
                }
                ByteWriter stored;
                c.table.write(stored, dtype);
                ByteReader reader(stored.view());
                const auto table = LcTable::read(reader, dtype);
                QVERIFY(table.ok());
                Bytes decoded(values.size());
                const LcSegment segment{count, &*table, non_negative};
                QVERIFY(decode_lc(dtype, c.bytes, base, {&segment, 1}, decoded).ok());
                QCOMPARE(decoded, c.restored);
            }
        }
    }

    void every_target_agrees_with_the_definition_data() {
        QTest::addColumn<int>("shape");
        for (int shape = 0; shape <= static_cast<int>(Shape::sparse); ++shape)
            QTest::addRow("%d", shape) << shape;
    }
    void every_target_agrees_with_the_definition() {
        QFETCH(int, shape);
        std::mt19937_64 random(static_cast<std::uint64_t>(shape) + 200);
        for (const std::size_t count : {1, 15, 16, 17, 2048, 2100, 9000}) {
            for (unsigned bits = 1; bits <= 5; ++bits) {
                auto base = random_elements(DType::f32, count, static_cast<Shape>(shape), random);
                auto values = moved(DType::f32, base, 0.003, random);
                // Whole blocks without a change, and signalling NaNs, which must be restored exactly.
                if (count > 5000) std::copy_n(base.begin(), 4 * 5000, values.begin());
                for (std::size_t i = 0; i < count && random() % 2 == 0; i += 1 + random() % 3000) {
                    const std::uint32_t signalling = 0x7F800001;
                    std::memcpy(base.data() + 4 * i, &signalling, 4);
                    if (random() % 2 == 0) std::memcpy(values.data() + 4 * i, &signalling, 4);
                }
                const auto table = LcTable::build(
                    delta_statistics(DType::f32, values.data(), base.data(), count), bits, DType::f32);
                const std::vector<LcSegment> segments{{count / 3, &table, false},
                                                      {count - count / 3, &table, true}};
                Bytes expected_state(values.size());
                const auto expected = encode_by_definition(values, base, segments, expected_state);
                on_every_target([&](const char* target) {
                    Bytes restored(values.size());
                    QVERIFY2(encode_lc(DType::f32, values, base, segments, restored) == expected, target);
                    QVERIFY2(restored == expected_state, target);
                    if (expected.empty()) return;
                    Bytes decoded(values.size());
                    QVERIFY(decode_lc(DType::f32, expected, base, segments, decoded).ok());
                    QVERIFY2(decoded == expected_state, target);
                });
            }
        }
    }

    void every_target_gives_the_same_halves_data() {
        QTest::addColumn<DType>("dtype");
        QTest::newRow("f16") << DType::f16;
        QTest::newRow("bf16") << DType::bf16;
    }
    void every_target_gives_the_same_halves() {
        QFETCH(DType, dtype);
        std::mt19937_64 random(301);
        for (const auto shape : {Shape::gaussian, Shape::specials, Shape::huge_range}) {
            for (const std::size_t count : {7, 5000}) {
                const auto base = random_elements(dtype, count, shape, random);
                const auto values = moved(dtype, base, 0.01, random);
                const auto table =
                    LcTable::build(delta_statistics(dtype, values.data(), base.data(), count), 3, dtype);
                const LcSegment segment{count, &table, true};
                std::vector<Bytes> coded;
                std::vector<Bytes> states;
                on_every_target([&](const char* target) {
                    states.emplace_back(values.size());
                    coded.push_back(encode_lc(dtype, values, base, {&segment, 1}, states.back()));
                    Bytes decoded(values.size());
                    QVERIFY(decode_lc(dtype, coded.back(), base, {&segment, 1}, decoded).ok());
                    QVERIFY2(decoded == states.front() && states.back() == states.front(), target);
                    QVERIFY2(coded.back() == coded.front(), target);
                });
            }
        }
    }

    /// The representative of a bucket may lie beyond the largest half where the element itself does not.
    void halves_stay_finite() {
        constexpr std::size_t count = 5000;
        ByteWriter values;
        ByteWriter base;
        for (std::size_t i = 0; i < count; ++i) {
            const bool is_large = i % 2 == 0;
            base.put(static_cast<std::uint16_t>(is_large ? 0x7BF7 : 0x7B53));    // 65248, 60000
            values.put(static_cast<std::uint16_t>(is_large ? 0x7BFF : 0x7B62));  // 65504, 60480
        }
        const auto v = values.take();
        const auto c = code(DType::f16, v, base.take(), 3);
        for (std::size_t i = 0; i < count; ++i)
            QVERIFY2(std::isfinite(element_at(DType::f16, c.restored, i)), qPrintable(QString::number(i)));
    }

    void the_error_is_known_from_statistics() {
        std::mt19937_64 random(61);
        const auto base = random_elements(DType::f32, 20000, Shape::gaussian, random);
        const auto values = moved(DType::f32, base, 0.01, random);
        const auto statistics = delta_statistics(DType::f32, values.data(), base.data(), 20000);
        for (unsigned bits = 1; bits <= 8; ++bits) {
            const auto c = code(DType::f32, values, base, bits);
            const auto f = loss_figures(DType::f32, values.data(), base.data(), c.restored.data(), 20000);
            QVERIFY(std::abs(c.table.relative_error(statistics) - f.relative_error()) < 1e-4);
        }
    }

    void several_tables_share_a_chunk() {
        std::mt19937_64 random(31);
        const auto base = random_elements(DType::f32, 3000, Shape::gaussian, random);
        const auto values = moved(DType::f32, base, 0.01, random);
        const auto one =
            LcTable::build(delta_statistics(DType::f32, values.data(), base.data(), 1000), 3, DType::f32);
        const auto two = LcTable::build(
            delta_statistics(DType::f32, values.data() + 4000, base.data() + 4000, 2000), 2, DType::f32);
        const std::vector<LcSegment> segments{{1000, &one, false}, {1500, &two, true}, {500, &one, false}};
        Bytes restored(values.size());
        const auto coded = encode_lc(DType::f32, values, base, segments, restored);
        Bytes decoded(values.size());
        QVERIFY(decode_lc(DType::f32, coded, base, segments, decoded).ok());
        QCOMPARE(decoded, restored);
    }

    void errors_are_fed_back_and_do_not_add_up() {
        std::mt19937_64 random(41);
        auto state = random_elements(DType::f32, 4000, Shape::gaussian, random);
        auto restored = state;
        double worst = 0;
        for (int step = 0; step < 30; ++step) {
            state = moved(DType::f32, state, 0.001, random);
            const auto before = restored;
            restored = code(DType::f32, state, before, 3).restored;
            const auto f = loss_figures(DType::f32, state.data(), before.data(), restored.data(), 4000);
            worst = std::max(worst, f.relative_error());
        }
        QVERIFY2(worst < 0.7, qPrintable(QString::number(worst)));
    }

    void damaged_code_is_refused_or_harmless() {
        std::mt19937_64 random(51);
        const auto base = random_elements(DType::f32, 600, Shape::gaussian, random);
        auto values = moved(DType::f32, base, 0.01, random);
        const float nan = std::numeric_limits<float>::quiet_NaN();
        std::memcpy(values.data() + 400, &nan, 4);
        const auto c = code(DType::f32, values, base, 3);
        const LcSegment segment{600, &c.table, false};
        Bytes out(values.size());
        for (std::size_t n = 0; n < c.bytes.size(); ++n) {
            QVERIFY(!decode_lc(DType::f32, ByteView(c.bytes).first(n), base, {&segment, 1}, out).ok());
        }
        for (int i = 0; i < 5000; ++i) {
            auto broken = c.bytes;
            broken[random() % broken.size()] ^= static_cast<std::byte>(1 + random() % 255);
            (void)decode_lc(DType::f32, broken, base, {&segment, 1}, out).ok();
        }
    }

    void every_target_gives_the_same_loss_figures() {
        std::mt19937_64 random(71);
        for (const std::size_t count : {0, 1, 7, 8, 9, 1000}) {
            const auto base = random_elements(DType::f32, count, Shape::specials, random);
            const auto values = moved(DType::f32, base, 0.01, random);
            const auto restored = moved(DType::f32, values, 0.001, random);
            std::array<LossFigures, 9> sums;
            for (std::size_t i = 0; i < count; ++i) {
                const auto u = element_at(DType::f32, values, i);
                const auto b = element_at(DType::f32, base, i);
                if (!std::isfinite(u) || !std::isfinite(b)) continue;
                const double e = u - element_at(DType::f32, restored, i);
                sums[i < count / 8 * 8 ? i % 8 : 8].merge({.lost = e * e,
                                                           .changed = (u - b) * (u - b),
                                                           .missing = (u - b) * e,
                                                           .max_abs = std::abs(e)});
            }
            LossFigures expected;
            for (const auto& sum : sums)
                expected.merge(sum);
            on_every_target([&](const char* target) {
                const auto f = loss_figures(DType::f32, values.data(), base.data(), restored.data(), count);
                QVERIFY2(f.lost == expected.lost && f.changed == expected.changed &&
                             f.missing == expected.missing && f.max_abs == expected.max_abs,
                         target);
            });
        }
    }

    void loss_figures_skip_what_is_not_finite() {
        const auto inf = std::numeric_limits<float>::infinity();
        const auto values = floats({1, inf, 3, 4});
        const auto base = floats({0, 0, inf, 2});
        const auto restored = floats({0.5F, inf, 3, 4});
        const auto f = loss_figures(DType::f32, values.data(), base.data(), restored.data(), 4);
        QCOMPARE(f.lost, 0.25);
        QCOMPARE(f.changed, 5.0);
        QCOMPARE(f.max_abs, 0.5);
    }
};

STEPVAULT_TEST(TestLcCoder)

}  // namespace test_lc_coder

#include "test_lc_coder.moc"
