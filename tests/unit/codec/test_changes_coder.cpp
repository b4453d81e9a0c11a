#include <cmath>

#include <QtTest>

#include "codec/changes_coder.h"
#include "codec/exact_coder.h"
#include "support/random_tensors.h"
#include "support/registry.h"

namespace test_changes_coder {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// Changes one in `part` elements, by `most` units at most.
Bytes changed(const Bytes& base, std::uint32_t size, std::uint64_t part, std::uint64_t most,
              std::mt19937_64& random) {
    auto values = base;
    for (std::size_t at = 0; at < values.size(); at += size) {
        if (random() % part != 0) continue;
        std::uint64_t bits = 0;
        std::memcpy(&bits, values.data() + at, size);
        const auto by = 1 + random() % most;
        bits += random() % 2 == 0 ? by : ~by + 1;
        std::memcpy(values.data() + at, &bits, size);
    }
    return values;
}

}  // namespace

class TestChangesCoder : public QObject {
    Q_OBJECT

 private slots:
    void what_changed_comes_back_data() {
        QTest::addColumn<quint32>("size");
        QTest::addColumn<quint64>("part");
        QTest::addColumn<quint64>("most");
        for (const quint32 size : {1U, 2U, 4U, 8U}) {
            for (const quint64 part : {5ULL, 10ULL, 100ULL, 5000ULL}) {
                for (const quint64 most : {1ULL, 3ULL, 200ULL, ~0ULL / 2})
                    QTest::addRow("%u bytes, one in %llu by %llu", size, part, most) << size << part << most;
            }
        }
    }
    void what_changed_comes_back() {
        QFETCH(quint32, size);
        QFETCH(quint64, part);
        QFETCH(quint64, most);
        std::mt19937_64 random(size * 1000 + part + most);
        for (const std::size_t count : {1, 2, 63, 5000, 65536}) {
            Bytes base(count * size);
            for (auto& b : base)
                b = static_cast<std::byte>(random());
            const auto values = changed(base, size, part, most, random);
            const auto coded = encode_changes(values, base, size, 2 * values.size() + 100);
            if (!coded) {
                QVERIFY(part == 5 || count < 5000);
                continue;
            }
            Bytes out(values.size());
            const auto decoded = decode_changes(*coded, base, size, out);
            QVERIFY2(decoded, decoded ? "" : decoded.error().message.c_str());
            QCOMPARE(out, values);
            QVERIFY(!encode_changes(values, base, size, coded->size() - 1));
        }
    }

    void the_first_and_the_last_element_may_change() {
        const Bytes base(2 * 100, std::byte{7});
        for (const std::size_t at : {0, 99}) {
            auto values = base;
            values[2 * at] = std::byte{9};
            const auto coded = encode_changes(values, base, 2, 100);
            QVERIFY(coded);
            Bytes out(values.size());
            QVERIFY(decode_changes(*coded, base, 2, out));
            QCOMPARE(out, values);
        }
        const auto none = encode_changes(base, base, 2, 100);
        QVERIFY(none && none->size() <= 2);
        QVERIFY(encode_changes({}, {}, 2, 100));
    }

    void dense_changes_are_left_to_others() {
        std::mt19937_64 random(3);
        const Bytes base(2 * 5000);
        QVERIFY(!encode_changes(changed(base, 2, 2, 1, random), base, 2, 100000));
    }

    void it_comes_near_the_entropy_data() {
        QTest::addColumn<quint64>("part");
        QTest::addColumn<double>("most");
        QTest::newRow("1 %") << quint64{100} << 1.06;
        QTest::newRow("10 %") << quint64{10} << 1.02;
    }
    /// A chunk of bfloat16 of which some elements move by one unit.
    void it_comes_near_the_entropy() {
        QFETCH(quint64, part);
        QFETCH(double, most);
        std::mt19937_64 random(4);
        const auto base = random_elements(DType::bf16, 65536, Shape::gaussian, random);
        const auto values = changed(base, 2, part, 1, random);
        const auto coded = encode_exact(values, base, 2);
        QCOMPARE(coded.mode, ChunkMode::changes);
        const double p = 1 / static_cast<double>(part);
        const double entropy = 65536 / 8.0 * (p - p * std::log2(p) - (1 - p) * std::log2(1 - p));
        QVERIFY2(static_cast<double>(coded.bytes.size()) < most * entropy,
                 qPrintable(QStringLiteral("%1 for %2").arg(coded.bytes.size()).arg(entropy)));
    }

    void damage_does_no_harm() {
        std::mt19937_64 random(6);
        const auto base = random_elements(DType::f32, 4000, Shape::gaussian, random);
        const auto values = changed(base, 4, 20, 1000, random);
        const auto coded = encode_changes(values, base, 4, values.size());
        QVERIFY(coded);
        Bytes out(values.size());
        for (std::size_t cut = 0; cut < coded->size(); ++cut)
            (void)decode_changes(ByteView(*coded).first(cut), base, 4, out);
        for (int i = 0; i < 3000; ++i) {
            auto damaged = *coded;
            damaged[random() % damaged.size()] = static_cast<std::byte>(random());
            (void)decode_changes(damaged, base, 4, out);
        }
        for (int i = 0; i < 3000; ++i) {
            Bytes noise(random() % 200);
            for (auto& b : noise)
                b = static_cast<std::byte>(random());
            (void)decode_changes(noise, base, 4, out);
        }
    }
};

STEPVAULT_TEST(TestChangesCoder)

}  // namespace test_changes_coder

#include "test_changes_coder.moc"
