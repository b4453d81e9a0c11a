#include <set>

#include <QtTest>

#include "codec/exact_coder.h"
#include "support/random_tensors.h"
#include "support/registry.h"

namespace test_exact_coder {

using namespace stepvault;
using namespace stepvault::test;

class TestExactCoder : public QObject {
    Q_OBJECT

 private slots:
    void everything_comes_back_data() {
        QTest::addColumn<int>("item");
        for (const int item : {1, 2, 4, 8, 16})
            QTest::addRow("%d bytes", item) << item;
    }
    void everything_comes_back() {
        QFETCH(int, item);
        const auto size = static_cast<std::uint32_t>(item);
        std::mt19937_64 random(size);
        std::set<ChunkMode> modes;
        for (const std::size_t count :
             {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{1000}, std::size_t{65536}}) {
            for (int kind = 0; kind < 6; ++kind) {
                Bytes base(count * size);
                for (auto& b : base)
                    b = static_cast<std::byte>(random());
                Bytes values = base;
                for (std::size_t i = 0; i < values.size(); ++i) {
                    if (kind == 1 && random() % 50 == 0) values[i] ^= std::byte{1};
                    if (kind == 2) values[i] = static_cast<std::byte>(random());
                    if (kind == 3) values[i] = std::byte{0};
                    if (kind == 4 && i % size == 0)
                        values[i] = static_cast<std::byte>(static_cast<int>(values[i]) + 1);
                    if (kind == 5) values[i] = static_cast<std::byte>(i / 100);
                }
                for (const bool with_base : {true, false}) {
                    const ByteView against = with_base ? ByteView(base) : ByteView();
                    const auto coded = encode_exact(values, against, size);
                    modes.insert(coded.mode);
                    QVERIFY(coded.bytes.size() <= values.size() + 64);
                    Bytes out(values.size());
                    QVERIFY(decode_exact(coded.mode, coded.bytes, against, size, out).ok());
                    QCOMPARE(out, values);
                }
            }
        }
        QVERIFY(modes.contains(ChunkMode::same) && modes.contains(ChunkMode::plain_planes) &&
                modes.contains(ChunkMode::stored));
    }

    void unchanged_chunks_cost_nothing() {
        std::mt19937_64 random(2);
        const auto values = random_elements(DType::f32, 1000, Shape::gaussian, random);
        const auto coded = encode_exact(values, values, 4);
        QCOMPARE(coded.mode, ChunkMode::same);
        QVERIFY(coded.bytes.empty());
    }

    void small_changes_are_coded_as_differences() {
        std::mt19937_64 random(3);
        const auto base = random_elements(DType::f32, 65536, Shape::gaussian, random);
        const auto values = moved(DType::f32, base, 1e-6, random);
        const auto alone = encode_exact(values, {}, 4);
        const auto delta = encode_exact(values, base, 4);
        QVERIFY(delta.mode == ChunkMode::xor_planes || delta.mode == ChunkMode::sub_planes);
        QVERIFY(delta.bytes.size() * 3 < alone.bytes.size() * 2);
    }

    void bytes_refer_to_the_base() {
        std::mt19937_64 random(4);
        Bytes base(30000);
        for (auto& b : base)
            b = static_cast<std::byte>(random());
        auto values = base;
        values.insert(values.begin() + 700, std::byte{7});
        for (const bool large : {false, true}) {
            const auto coded = encode_bytes(values, base, large);
            QCOMPARE(coded.mode, ChunkMode::zstd_prefix);
            QVERIFY(coded.bytes.size() < 400);
            Bytes out(values.size());
            QVERIFY(decode_exact(coded.mode, coded.bytes, base, 1, out).ok());
            QCOMPARE(out, values);
        }
        Bytes empty;
        QCOMPARE(encode_bytes({}, {}, false).mode, ChunkMode::same);
        QVERIFY(decode_exact(ChunkMode::same, {}, {}, 1, empty).ok());
    }

    void planes_are_skipped_only_where_nothing_is_lost() {
        // The lowest plane is random, the next plane has two values, the other planes one.
        std::mt19937_64 random(6);
        const std::size_t count = 65536;
        Bytes values(4 * count);
        for (std::size_t i = 0; i < count; ++i) {
            values[4 * i] = static_cast<std::byte>(random());
            values[4 * i + 1] = static_cast<std::byte>(random() % 2);
        }
        const auto coded = encode_exact(values, {}, 4);
        QCOMPARE(coded.mode, ChunkMode::plain_planes);
        QVERIFY(coded.bytes.size() > count + count / 8);
        QVERIFY(coded.bytes.size() < count + count / 8 + 200);
    }

    void damaged_code_is_refused_or_harmless() {
        std::mt19937_64 random(5);
        const auto base = random_elements(DType::f32, 2000, Shape::gaussian, random);
        const auto values = moved(DType::f32, base, 0.001, random);
        const auto coded = encode_exact(values, base, 4);
        Bytes out(values.size());
        for (std::size_t n = 0; n < coded.bytes.size(); n += 7) {
            QVERIFY(!decode_exact(coded.mode, ByteView(coded.bytes).first(n), base, 4, out).ok());
        }
        for (int i = 0; i < 3000; ++i) {
            auto broken = coded.bytes;
            broken[random() % broken.size()] ^= static_cast<std::byte>(1 + random() % 255);
            (void)decode_exact(static_cast<ChunkMode>(random() % 8), broken, base, 4, out).ok();
        }
        QVERIFY(!decode_exact(coded.mode, coded.bytes, ByteView(base).first(100), 4, out).ok());
    }
};

STEPVAULT_TEST(TestExactCoder)

}  // namespace test_exact_coder

#include "test_exact_coder.moc"
