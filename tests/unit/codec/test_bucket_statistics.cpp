#include <QtTest>

#include "codec/bucket_statistics.h"
#include "codec/statistics_code.h"
#include "support/every_target.h"
#include "support/random_tensors.h"
#include "support/registry.h"

namespace test_bucket_statistics {

using namespace stepvault;
using namespace stepvault::test;

class TestBucketStatistics : public QObject {
    Q_OBJECT

 private slots:
    void figures_are_those_of_the_definition_data() {
        QTest::addColumn<DType>("dtype");
        QTest::newRow("f32") << DType::f32;
        QTest::newRow("f64") << DType::f64;
        QTest::newRow("f16") << DType::f16;
        QTest::newRow("bf16") << DType::bf16;
        QTest::newRow("codes") << DType::signed_dynamic8;
    }
    void figures_are_those_of_the_definition() {
        QFETCH(DType, dtype);
        std::mt19937_64 random(11);
        for (const auto shape :
             {Shape::gaussian, Shape::specials, Shape::sparse, Shape::huge_range, Shape::equal}) {
            const std::size_t count = 3000;
            const auto base = random_elements(dtype, count, shape, random);
            const auto values = moved(dtype, base, 0.003, random);
            const auto s = delta_statistics(dtype, values.data(), base.data(), count);
            QCOMPARE(s.count(), std::uint64_t{count});
            BucketStatistics expected;
            for (std::size_t i = 0; i < count; ++i) {
                const double u = element_at(dtype, values, i);
                const double b = element_at(dtype, base, i);
                const double delta = dtype == DType::f64
                                         ? u - b
                                         : static_cast<double>(static_cast<float>(u) - static_cast<float>(b));
                const auto size = item_size(dtype);
                const bool same = std::memcmp(values.data() + i * size, base.data() + i * size, size) == 0;
                if (same || delta == 0) {
                    ++expected.zeros;
                } else if (!std::isfinite(delta)) {
                    ++expected.escapes;
                } else {
                    const int lowest = dtype == DType::f64 ? -1023 : -127;
                    const int exponent = std::max(std::ilogb(delta), lowest);
                    const bool denormal = exponent < lowest + 1;
                    expected.buckets[{delta < 0, static_cast<std::int16_t>(denormal ? lowest : exponent)}]
                        .add(std::abs(delta));
                }
            }
            QCOMPARE(s.zeros, expected.zeros);
            QCOMPARE(s.escapes, expected.escapes);
            QCOMPARE(s.buckets.size(), expected.buckets.size());
            for (const auto& [key, f] : expected.buckets) {
                const auto& ours = s.buckets.at(key);
                QCOMPARE(ours.count, f.count);
                QCOMPARE(ours.min, f.min);
                QCOMPARE(ours.max, f.max);
                QCOMPARE(ours.sum, f.sum);
                // A denormal has no leading bit that would outweigh the bits that are not counted.
                const bool exact = dtype == DType::f64;
                const double off = std::abs(ours.sum_squares - f.sum_squares);
                QVERIFY(off <= (exact ? 1e-12 : 1e-5) * f.sum_squares || key.exponent == -127);
            }
        }
    }

    void every_target_gives_the_same_figures() {
        std::mt19937_64 random(14);
        for (const auto dtype : {DType::f32, DType::f16, DType::bf16}) {
            for (const std::size_t count : {0, 1, 127, 128, 129, 1000, 70000}) {
                const auto base = random_elements(dtype, count, Shape::specials, random);
                const auto values = moved(dtype, base, 0.003, random);
                std::vector<Bytes> written;
                on_every_target([&](const char*) {
                    ByteWriter out;
                    const auto s = delta_statistics(dtype, values.data(), base.data(), count);
                    QCOMPARE(s.count(), std::uint64_t{count});
                    out.put(s.zeros);
                    for (const auto& [key, f] : s.buckets) {
                        out.put(key.exponent);
                        for (const double x : {f.sum, f.sum_squares, f.min, f.max})
                            out.put(x);
                    }
                    written.push_back(out.take());
                });
                for (const auto& w : written)
                    QCOMPARE(w, written.front());
            }
        }
    }

    void equal_deltas_have_exact_squares() {
        const std::vector<float> base(1000, 0.0F);
        const std::vector<float> values(1000, 0.1F);
        const auto s = delta_statistics(DType::f32, std::as_bytes(std::span(values)).data(),
                                        std::as_bytes(std::span(base)).data(), 1000);
        const double x = static_cast<double>(0.1F);
        QCOMPARE(s.buckets.begin()->second.sum_squares, 1000 * x * x);
    }

    void stored_figures_are_precise_where_it_matters() {
        std::mt19937_64 random(12);
        const std::size_t count = 50000;
        const auto base = random_elements(DType::f32, count, Shape::gaussian, random);
        const auto values = moved(DType::f32, base, 0.001, random);
        const auto s = delta_statistics(DType::f32, values.data(), base.data(), count);
        ByteWriter out;
        write_statistics(out, std::span(&s, 1));
        ByteReader in(out.view());
        const auto sets = read_statistics(in, 1);
        QVERIFY(sets.ok());
        const auto* read = &sets->front();
        QCOMPARE(in.left(), std::size_t{0});
        QCOMPARE(read->count(), s.count());
        // Compares the error of quantizing to midranges, with any number of buckets kept.
        for (std::size_t kept = 0; kept <= s.buckets.size(); ++kept) {
            const auto lost = [&](const BucketStatistics& x) {
                std::vector<std::pair<double, double>> costs;  // by exponent
                for (const auto& [key, f] : x.buckets) {
                    const double rep = f.min / 2 + f.max / 2;
                    costs.emplace_back(-rep, f.sum_squares);
                    costs.back().second = f.sum_squares;
                }
                std::sort(costs.begin(), costs.end());
                double total = 0;
                std::size_t i = 0;
                for (const auto& [key, f] : x.buckets) {
                    (void)key;
                    const double rep = f.min / 2 + f.max / 2;
                    const bool keep =
                        rep >= -costs[std::min(kept, costs.size() - 1)].first && i < s.buckets.size();
                    total += keep ? f.sum_squares - 2 * rep * f.sum + static_cast<double>(f.count) * rep * rep
                                  : f.sum_squares;
                    ++i;
                }
                return total;
            };
            const double a = lost(s);
            const double b = lost(*read);
            QVERIFY2(std::abs(a - b) <= std::ldexp(a, -12),
                     qPrintable(QStringLiteral("%1 against %2").arg(a).arg(b)));
        }
    }

    void damaged_statistics_are_refused() {
        std::mt19937_64 random(13);
        const auto base = random_elements(DType::f32, 500, Shape::gaussian, random);
        const auto values = moved(DType::f32, base, 0.01, random);
        ByteWriter out;
        const auto s = delta_statistics(DType::f32, values.data(), base.data(), 500);
        write_statistics(out, std::span(&s, 1));
        for (std::size_t n = 0; n < out.size(); ++n) {
            ByteReader in(out.view().first(n));
            QVERIFY(!read_statistics(in, 1).ok());
        }
    }
};

STEPVAULT_TEST(TestBucketStatistics)

}  // namespace test_bucket_statistics

#include "test_bucket_statistics.moc"
