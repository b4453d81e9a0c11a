#include <algorithm>
#include <cmath>

#include <QtTest>

#include "codec/runs_coder.h"
#include "support/random_tensors.h"
#include "support/registry.h"

namespace test_runs_coder {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr std::array dtypes{DType::f32, DType::f64, DType::f16, DType::bf16, DType::signed_dynamic8};

std::vector<std::size_t> rows_of(std::size_t count, std::size_t row) {
    std::vector<std::size_t> rows;
    for (std::size_t at = 0; row > 0 && at < count; at += row)
        rows.push_back(std::min(row, count - at));
    return rows;
}

Cut cut_for(DType dtype, const Bytes& values, const Bytes& base, std::span<const std::size_t> blocks,
            double budget) {
    ImportanceHistogram histogram;
    for_each_change(dtype, values, base, blocks, [&](const Run& run, float importance) {
        histogram.add(importance, static_cast<double>(run.count));
    });
    return histogram.cut(budget);
}

}  // namespace

class TestRunsCoder : public QObject {
    Q_OBJECT

 private slots:
    void what_is_chosen_comes_back_and_the_rest_is_the_base_data() {
        QTest::addColumn<DType>("dtype");
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("row");
        for (const auto dtype : dtypes) {
            for (const auto shape : {Shape::gaussian, Shape::equal, Shape::zeros, Shape::specials,
                                     Shape::huge_range, Shape::denormals, Shape::sparse}) {
                for (const int count : {0, 1, 63, 5000}) {
                    for (const int row : {0, 1, 50}) {
                        QTest::addRow("%d %d %d rows of %d", static_cast<int>(dtype), static_cast<int>(shape),
                                      count, row)
                            << dtype << shape << count << row;
                    }
                }
            }
        }
    }
    void what_is_chosen_comes_back_and_the_rest_is_the_base() {
        QFETCH(DType, dtype);
        QFETCH(Shape, shape);
        QFETCH(int, count);
        QFETCH(int, row);
        std::mt19937_64 random(static_cast<std::uint64_t>(count + row));
        const auto n = static_cast<std::size_t>(count);
        const auto size = item_size(dtype);
        const auto base = random_elements(dtype, n, shape, random);
        const auto values = moved(dtype, base, 0.01, random);
        const auto blocks = rows_of(n, static_cast<std::size_t>(row));
        for (const double share : {0.0, 0.1, 1.0}) {
            const auto cut = cut_for(dtype, values, base, blocks, share * count);
            const auto runs = choose_runs(dtype, values, base, blocks, cut);
            Bytes expected = base;
            std::size_t finite = 0;
            for (const auto& run : runs) {
                std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(run.first * size), run.count * size,
                            expected.begin() + static_cast<std::ptrdiff_t>(run.first * size));
                for (auto i = run.first; i < run.first + run.count; ++i)
                    finite +=
                        std::isfinite(element_at(dtype, values, i) - element_at(dtype, base, i)) ? 1 : 0;
            }
            if (row == 0 && shape != Shape::specials) QVERIFY(static_cast<double>(finite) <= share * count);
            if (share == 1.0) QVERIFY(expected == values);
            Bytes restored(values.size());
            const auto coded = encode_runs(values, base, size, runs, restored);
            QVERIFY(restored == expected);
            QCOMPARE(coded.empty(), runs.empty());
            if (coded.empty()) continue;
            Bytes decoded(values.size());
            QVERIFY(decode_runs(coded, base, size, decoded).ok());
            QVERIFY(decoded == expected);
        }
    }

    void the_largest_changes_are_chosen() {
        std::mt19937_64 random(4);
        const std::size_t count = 20000;
        const auto base = random_elements(DType::f32, count, Shape::gaussian, random);
        const auto values = moved(DType::f32, base, 0.01, random);
        std::vector<double> changes;
        for (std::size_t i = 0; i < count; ++i)
            changes.push_back(std::abs(element_at(DType::f32, values, i) - element_at(DType::f32, base, i)));
        auto sorted = changes;
        std::sort(sorted.rbegin(), sorted.rend());
        const auto runs =
            choose_runs(DType::f32, values, base, {}, cut_for(DType::f32, values, base, {}, 1000));
        std::size_t chosen = 0;
        for (const auto& run : runs) {
            for (auto i = run.first; i < run.first + run.count; ++i, ++chosen)
                QVERIFY(changes[i] >= sorted[1000] / 1.02);
        }
        QVERIFY(chosen <= 1000 && chosen > 980);
    }

    void whole_rows_are_chosen_by_their_root_mean_square() {
        // Row 2 changes most in total, row 1 has the largest single change.
        const std::vector<float> values{0, 0, 0, 0, 5, 0, 0, 0, 3, 3, 3, 3, 1, 1, 1, 1};
        const Bytes base(values.size() * 4);
        const auto bytes = std::as_bytes(std::span(values));
        const Bytes now(bytes.begin(), bytes.end());
        const auto rows = rows_of(16, 4);
        const auto runs = choose_runs(DType::f32, now, base, rows, cut_for(DType::f32, now, base, rows, 4));
        QCOMPARE(runs.size(), std::size_t{1});
        QCOMPARE(runs[0].first, std::size_t{8});
        QCOMPARE(runs[0].count, std::size_t{4});
    }

    void equal_changes_are_shared_out() {
        const std::vector<float> values(1000, 0.5F);
        const Bytes base(4000);
        const auto bytes = std::as_bytes(std::span(values));
        const Bytes now(bytes.begin(), bytes.end());
        const auto runs = choose_runs(DType::f32, now, base, {}, cut_for(DType::f32, now, base, {}, 100));
        std::size_t chosen = 0;
        for (const auto& run : runs)
            chosen += run.count;
        QVERIFY(chosen >= 99 && chosen <= 100);
    }

    void damage_is_refused_or_harmless() {
        std::mt19937_64 random(5);
        const auto base = random_elements(DType::f32, 500, Shape::gaussian, random);
        const auto values = moved(DType::f32, base, 0.01, random);
        const auto runs =
            choose_runs(DType::f32, values, base, {}, cut_for(DType::f32, values, base, {}, 50));
        Bytes out(values.size());
        const auto coded = encode_runs(values, base, 4, runs, out);
        for (std::size_t n = 0; n < coded.size(); ++n)
            QVERIFY(!decode_runs(ByteView(coded).first(n), base, 4, out).ok());
        for (int i = 0; i < 2000; ++i) {
            auto damaged = coded;
            damaged[random() % damaged.size()] ^= static_cast<std::byte>(1U << (random() % 8));
            (void)decode_runs(damaged, base, 4, out);
        }
    }
};

STEPVAULT_TEST(TestRunsCoder)

}  // namespace test_runs_coder

#include "test_runs_coder.moc"
