#include <algorithm>
#include <cmath>

#include <QtTest>

#include "codec/adaptive_coder.h"
#include "codec/adaptive_planner.h"
#include "codec/block_classes.h"
#include "support/adaptive_reference.h"
#include "support/every_target.h"
#include "support/random_tensors.h"
#include "support/registry.h"

namespace test_adaptive_coder {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// Tests every combination in each row, and more damage: minutes under the sanitizers.
const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");

/// Whether combination `index` of `all` belongs to this row's `share`. The shares rotate through the rows, so
/// that together the rows test each combination a few times.
bool is_of_row(std::size_t row, std::size_t index, std::size_t all, std::size_t share) {
    return is_long || (index + all - row * share % all) % all < share;
}

std::vector<float> as_floats(DType dtype, ByteView data) {
    std::vector<float> out(data.size() / item_size(dtype));
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(element_at(dtype, data, i));
    return out;
}

struct Coded {
    AdaptiveModel model;
    Bytes bytes;
    Bytes restored;
};

/// Plans and codes one payload of one chunk.
Coded code(DType dtype, const Bytes& values, const Bytes& base, const AdaptiveTarget& target,
           std::uint64_t columns = 0) {
    const auto count = values.size() / item_size(dtype);
    AdaptivePlanner planner(target, {{count, columns}});
    const auto b = as_floats(dtype, base);
    planner.add(0, 0, as_floats(dtype, values), b, b);
    Coded c;
    c.model = planner.plan();
    c.restored.resize(values.size());
    const AdaptiveSegment segment{count, &c.model.payloads[0], 0};
    c.bytes = encode_adaptive(dtype, values, base, {&segment, 1}, c.model, c.restored);
    return c;
}

Result<Bytes> decode(DType dtype, const Coded& c, ByteView coded, const Bytes& base) {
    Bytes out(base.size());
    const AdaptiveSegment segment{base.size() / item_size(dtype), &c.model.payloads[0], 0};
    STEPVAULT_TRY(decode_adaptive(dtype, coded, base, {&segment, 1}, c.model, out));
    return out;
}

/// Every set of vector instructions must give the reference's result.
void check_against_reference(DType dtype, const Bytes& values, const Bytes& base,
                             std::span<const AdaptiveSegment> segments, const AdaptiveModel& model) {
    Bytes expected(values.size());
    const auto coded = reference::encode_adaptive(dtype, values, base, segments, model, expected);
    on_every_target([&](const char* target) {
        Bytes restored(values.size());
        QVERIFY2(encode_adaptive(dtype, values, base, segments, model, restored) == coded, target);
        QVERIFY2(restored == expected, target);
        if (coded.empty()) return;
        Bytes out(values.size());
        const auto decoded = decode_adaptive(dtype, coded, base, segments, model, out);
        QVERIFY2(decoded, decoded ? "" : decoded.error().message.c_str());
        QVERIFY2(out == expected, target);
    });
}

double relative_error(DType dtype, ByteView values, ByteView base, ByteView restored) {
    double lost = 0;
    double changed = 0;
    for (std::size_t i = 0; i < values.size() / item_size(dtype); ++i) {
        const auto u = element_at(dtype, values, i);
        lost += std::pow(u - element_at(dtype, restored, i), 2);
        changed += std::pow(u - element_at(dtype, base, i), 2);
    }
    return std::sqrt(lost / changed);
}

/// A matrix whose rows and columns change by different amounts, and the matrix before the change.
std::pair<Bytes, Bytes> matrix(std::size_t rows, std::size_t columns, std::mt19937_64& random) {
    std::normal_distribution<float> normal;
    std::vector<float> row(rows);
    std::vector<float> column(columns);
    for (auto& r : row)
        r = std::exp(0.5F * normal(random));
    for (auto& c : column)
        c = std::exp(0.8F * normal(random));
    Bytes base(4 * rows * columns);
    Bytes values(base.size());
    for (std::size_t i = 0; i < rows * columns; ++i) {
        const float b = 0.02F * normal(random);
        const float u = b + 1e-3F * row[i / columns] * column[i % columns] * normal(random);
        std::memcpy(base.data() + 4 * i, &b, 4);
        std::memcpy(values.data() + 4 * i, &u, 4);
    }
    return {values, base};
}

}  // namespace

class TestAdaptiveCoder : public QObject {
    Q_OBJECT

 private slots:
    void decoding_gives_what_encoding_promised_data() {
        QTest::addColumn<DType>("dtype");
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<std::size_t>("row");
        const std::pair<const char*, DType> types[] = {{"f32", DType::f32},
                                                       {"f64", DType::f64},
                                                       {"f16", DType::f16},
                                                       {"bf16", DType::bf16},
                                                       {"signed codes", DType::signed_dynamic8},
                                                       {"unsigned codes", DType::unsigned_dynamic8}};
        const std::pair<const char*, Shape> shapes[] = {
            {"gaussian", Shape::gaussian}, {"equal", Shape::equal},           {"zeros", Shape::zeros},
            {"specials", Shape::specials}, {"huge range", Shape::huge_range}, {"denormals", Shape::denormals},
            {"sparse", Shape::sparse}};
        std::size_t row = 0;
        for (const auto& [type_name, type] : types) {
            for (const auto& [shape_name, shape] : shapes)
                QTest::addRow("%s %s", type_name, shape_name) << type << shape << row++;
        }
    }
    void decoding_gives_what_encoding_promised() {
        QFETCH(DType, dtype);
        QFETCH(Shape, shape);
        QFETCH(std::size_t, row);
        std::mt19937_64 random(17);
        for (const std::size_t count : {0, 1, 2, 127, 129, 5001}) {
            std::size_t combination = 0;
            const auto base = random_elements(dtype, count, shape, random);
            for (const auto& values : {moved(dtype, base, 1e-3, random), base,
                                       random_elements(dtype, count, Shape::specials, random),
                                       random_elements(dtype, count, shape, random)}) {
                for (const bool may_gain : {false, true}) {
                    for (const double error : {0.6, 0.02}) {
                        for (const auto kind : {Quantizer::Kind::linear, Quantizer::Kind::logarithmic}) {
                            if (!is_of_row(row, combination++, 32, count > 1000 ? 3 : 8)) continue;
                            const auto c =
                                code(dtype, values, base,
                                     {.kind = kind, .error = error, .may_scale = true, .may_gain = may_gain},
                                     count % 3 == 0 ? 0 : 40);
                            if (c.bytes.empty()) {
                                QCOMPARE(c.restored, base);
                                continue;
                            }
                            const auto out = decode(dtype, c, c.bytes, base);
                            QVERIFY2(out, out ? "" : out.error().message.c_str());
                            QCOMPARE(*out, c.restored);
                            const AdaptiveSegment segment{count, &c.model.payloads[0], 0};
                            check_against_reference(dtype, values, base, {&segment, 1}, c.model);
                        }
                    }
                }
            }
        }
    }

    void keeps_what_must_be_kept_data() { decoding_gives_what_encoding_promised_data(); }
    void keeps_what_must_be_kept() {
        QFETCH(DType, dtype);
        QFETCH(Shape, shape);
        std::mt19937_64 random(18);
        const auto base = random_elements(dtype, 3000, shape, random);
        auto values = random_elements(dtype, 3000, Shape::specials, random);
        // Elements that are zero in both the values and the base.
        const auto size = item_size(dtype);
        const std::byte zero{static_cast<unsigned char>(dtype == DType::signed_dynamic8 ? 127 : 0)};
        std::fill_n(values.begin() + 100 * size, 50 * size, zero);
        auto zeroed = base;
        std::fill_n(zeroed.begin() + 100 * size, 50 * size, zero);
        for (const auto kind : {Quantizer::Kind::linear, Quantizer::Kind::logarithmic}) {
            const auto c = code(dtype, values, zeroed, {.kind = kind});
            for (std::size_t i = 0; i < 3000; ++i) {
                const auto u = element_at(dtype, values, i);
                const auto r = element_at(dtype, c.restored, i);
                QCOMPARE(std::isfinite(r), std::isfinite(u));
                if (!std::isfinite(u)) {
                    QVERIFY(std::isnan(u) ? std::isnan(r) : r == u);
                }
                if (i >= 100 && i < 150) QCOMPARE(r, 0.0);
                if (kind == Quantizer::Kind::logarithmic) {
                    QCOMPARE(std::signbit(r), std::signbit(u));
                    // Code 0 is coded as code 1 unless the base has it as well.
                    const bool is_code = size == 1;
                    QVERIFY(r == 0 ? u == 0 : u != 0 || is_code);
                }
            }
        }
    }

    void long_chunks_fit_the_reference_data() { decoding_gives_what_encoding_promised_data(); }
    /// Chunks long enough for all lanes, of several payloads, with and without columns, cut anywhere.
    void long_chunks_fit_the_reference() {
        QFETCH(DType, dtype);
        QFETCH(Shape, shape);
        QFETCH(std::size_t, row);
        std::mt19937_64 random(27);
        const std::size_t count = is_long ? 11000 : 7700;
        QCOMPARE(lanes_for((2 * count + 2000) / 2), std::size_t{32});
        constexpr std::size_t all_columns[] = {0, 33, 125, 384, 1000};
        for (std::size_t combination = 0; combination < 20; ++combination) {
            if (!is_of_row(row, combination, 20, 1)) continue;
            const auto columns = all_columns[combination / 4];
            const double error = combination % 4 < 2 ? 0.5 : 0.003;
            const auto kind = combination % 2 == 0 ? Quantizer::Kind::linear : Quantizer::Kind::logarithmic;
            std::vector<std::int8_t> classes(columns);
            for (auto& c : classes)
                c = static_cast<std::int8_t>(static_cast<int>(random() % 16) - 8);
            const auto base = random_elements(dtype, 2 * count + 2000, shape, random);
            auto values = moved(dtype, base, 1e-3, random);
            const auto some = random_elements(dtype, 40, Shape::specials, random);
            std::copy(some.begin(), some.end(),
                      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
            const auto u = as_floats(dtype, values);
            const auto b = as_floats(dtype, base);
            AdaptivePlanner planner({.kind = kind, .error = error, .log_step = -3, .may_scale = true},
                                    {{count, 0}, {count, 0}});
            planner.add(0, 0, std::span(u).first(count), std::span(b).first(count),
                        std::span(b).first(count));
            auto model = planner.plan();
            model.payloads[0].order = BlockOrder(classes);
            const std::vector<AdaptiveSegment> segments{{count - 500, &model.payloads[0], 77},
                                                        {count + 500, &model.payloads[1], 0},
                                                        {2000, &model.payloads[0], 500}};
            check_against_reference(dtype, values, base, segments, model);
        }
    }

    /// A small tensor with large changes, as an embedding, beside a large one with small changes. The sample
    /// takes the same number of elements of each.
    void error_counts_tensors_by_their_size_and_gain() {
        constexpr std::size_t sampled = 50000;
        constexpr std::size_t size_of_second = 100;  // in samples
        constexpr double error = 0.6;
        std::mt19937_64 random(29);
        std::normal_distribution<float> normal;
        std::vector<float> values(2 * sampled);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = normal(random) * (i < sampled ? 5.0F : 1.0F);
        const std::vector<float> base(values.size());
        AdaptivePlanner planner({.error = error, .may_gain = true},
                                {{sampled, 0}, {size_of_second * sampled, 0}});
        for (std::size_t p = 0; p < 2; ++p) {
            const auto part = std::span(values).subspan(p * sampled, sampled);
            planner.add(p, 0, part, std::span(base).first(sampled), std::span(base).first(sampled));
        }
        const auto model = planner.plan();
        std::vector<float> restored(values.size());
        const std::vector<AdaptiveSegment> segments{{sampled, &model.payloads[0], 0},
                                                    {sampled, &model.payloads[1], 0}};
        (void)encode_adaptive(DType::f32, std::as_bytes(std::span(values)), std::as_bytes(std::span(base)),
                              segments, model, std::as_writable_bytes(std::span(restored)));
        double lost = 0;
        double energy = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double weight = i < sampled ? 1 : size_of_second;
            const auto value = static_cast<double>(values[i]);
            const auto left = value - static_cast<double>(restored[i]);
            lost += weight * left * left;
            energy += weight * value * value;
        }
        const double reached = std::sqrt(lost / energy);
        QVERIFY2(std::abs(reached - error) < 0.02, std::to_string(reached).c_str());
    }

    /// Zeros of both signs, half steps, and extreme float values.
    void single_floats_fit_the_reference() {
        std::mt19937_64 random(28);
        const float edges[] = {0.0F,       -0.0F,   1e-45F, 0.5F,     -0.5F,     1,     -1,
                               1.5F,       -1.5F,   2.5F,   3.4e38F,  -3.4e38F,  1e30F, -1e30F,
                               1048575.5F, 1048576, -1e6F,  INFINITY, -INFINITY, NAN,   1.17e-38F};
        const std::size_t count = is_long ? 20000 : 4096;
        Bytes values(4 * count);
        Bytes base(values.size());
        for (std::size_t i = 0; i < values.size(); i += 4) {
            const float u = edges[random() % std::size(edges)];
            const float b = random() % 4 == 0 ? u : edges[random() % std::size(edges)];
            // Most blocks have no values that must be kept exactly.
            const bool plain = i / 4096 % 4 != 0;
            const auto small = [&](float x) { return plain && !(std::abs(x) < 10) ? 0.25F : x; };
            const float pair[] = {small(u), small(b)};
            std::memcpy(values.data() + i, &pair[0], 4);
            std::memcpy(base.data() + i, &pair[1], 4);
        }
        for (const auto& [scale, gain] : {std::pair{128, 0}, {127, 38}, {0, 255}, {255, 1}}) {
            for (const float dead_zone : {0.0F, 0.5F, 0.6F, 1.0F}) {
                for (const float step : {1.0F, 0.3F, 1e-30F, 1e30F}) {
                    AdaptiveModel model;
                    model.quantizer = {.step = step,
                                       .inward = {0.1F * step, -0.2F * step, 1.5F * step},
                                       .dead_zone = dead_zone};
                    model.tables.resize(2);
                    model.tables[0][8] = 1;
                    model.tables[1].fill(1);
                    std::fill(model.table_of.begin() + 1, model.table_of.end(), std::uint8_t{1});
                    model.payloads.resize(1);
                    model.payloads[0].scale = static_cast<std::uint8_t>(scale);
                    model.payloads[0].gain = static_cast<std::uint8_t>(gain);
                    model.complete();
                    const AdaptiveSegment segment{count, &model.payloads[0], 0};
                    check_against_reference(DType::f32, values, base, {&segment, 1}, model);
                }
            }
        }
    }

    void classes_begin_where_their_logarithm_says() {
        const auto agrees = [](std::uint64_t sum, float weight) {
            return block_class(sum, weight) == reference::block_class(sum, weight);
        };
        for (int c = first_class; c <= highest_class + 2; ++c) {
            const auto edge =
                std::bit_cast<std::uint32_t>(std::exp2(0.5F * static_cast<float>(c - 15) - 0.25F));
            // 2^31 / (2^31 / mean) reaches every mean up to rounding.
            for (std::uint32_t bits = edge - 5000; bits < edge + 5000; ++bits)
                QVERIFY(agrees(1U << 31U, 0x1p31F / std::bit_cast<float>(bits)));
        }
        for (std::uint64_t sum = 0; sum < 100000; ++sum)
            QVERIFY(agrees(sum, 128) && agrees(sum, 125) && agrees(sum, 3.7F));
        std::mt19937_64 random(29);
        for (int i = 0; i < 1000000; ++i)
            QVERIFY(agrees(random() % (std::uint64_t{1} << random() % 28),
                           std::exp2(static_cast<float>(random() % 4096) / 400)));
    }

    void reaches_its_error_data() {
        QTest::addColumn<double>("error");
        QTest::addColumn<bool>("may_gain");
        for (const double error : {0.8, 0.5, 0.3, 0.1, 0.01}) {
            QTest::addRow("%g", error) << error << false;
            QTest::addRow("%g with a gain", error) << error << true;
        }
    }
    /// The step of a normal distribution may be up to a third finer than the error asks for.
    void reaches_its_error() {
        QFETCH(double, error);
        QFETCH(bool, may_gain);
        std::mt19937_64 random(19);
        const auto [values, base] = matrix(200, 150, random);
        const auto c = code(DType::f32, values, base, {.error = error, .may_gain = may_gain}, 150);
        const auto reached = relative_error(DType::f32, values, base, c.restored);
        QVERIFY2(reached <= 1.005 * error && reached > 0.67 * error, qPrintable(QString::number(reached)));
    }

    void a_gain_puts_missing_movement_back() {
        std::mt19937_64 random(31);
        const auto [values, base] = matrix(200, 150, random);
        const auto projection = [&](const Coded& c) {
            double both = 0;
            double all = 0;
            for (std::size_t i = 0; i < values.size() / 4; ++i) {
                const auto b = element_at(DType::f32, base, i);
                const auto change = element_at(DType::f32, values, i) - b;
                both += change * (element_at(DType::f32, c.restored, i) - b);
                all += change * change;
            }
            return both / all;
        };
        const auto with = code(DType::f32, values, base, {.error = 0.7, .may_gain = true});
        const auto without = code(DType::f32, values, base, {.error = 0.7});
        QVERIFY(with.model.payloads[0].gain > 0);
        QCOMPARE(int{without.model.payloads[0].gain}, 0);
        QVERIFY2(projection(with) > projection(without) + 0.1,
                 qPrintable(QString("%1 %2").arg(projection(with)).arg(projection(without))));
    }

    void second_moments_share_an_offset() {
        std::mt19937_64 random(32);
        std::normal_distribution<float> normal;
        Bytes base(4 * 5000);
        Bytes values(base.size());
        for (std::size_t i = 0; i < 5000; ++i) {
            const float b = std::exp(3 * normal(random));
            const float u = b * 0.3F * std::exp(0.02F * normal(random));
            std::memcpy(base.data() + 4 * i, &b, 4);
            std::memcpy(values.data() + 4 * i, &u, 4);
        }
        const auto c = code(DType::f32, values, base, {.kind = Quantizer::Kind::logarithmic, .dead_zone = 1});
        QVERIFY(c.bytes.size() < 100);
        for (std::size_t i = 0; i < 5000; ++i)
            QVERIFY(std::abs(load<float>(c.restored, 4 * i) / load<float>(values, 4 * i) - 1) < 0.15F);
    }

    /// As in a base, where second moments have no values before.
    void second_moments_without_a_base_are_told_from_one_offset() {
        std::mt19937_64 random(34);
        std::normal_distribution<float> normal;
        const Bytes base(4 * 8000);
        Bytes values(base.size());
        for (std::size_t i = 0; i < 8000; ++i) {
            const float u = i % 4 == 0 ? 0 : 1e-7F * std::exp(normal(random));
            std::memcpy(values.data() + 4 * i, &u, 4);
        }
        const auto c = code(DType::f32, values, base, {.kind = Quantizer::Kind::logarithmic});
        QVERIFY2(c.bytes.size() * 8 < std::size_t{3} * 8000, qPrintable(QString::number(c.bytes.size())));
        for (std::size_t i = 0; i < 8000; ++i) {
            const auto u = load<float>(values, 4 * i);
            const auto r = load<float>(c.restored, 4 * i);
            QVERIFY(u == 0 ? r == 0 : r / u < 1.5F && u / r < 1.5F);
        }
        const auto out = decode(DType::f32, c, c.bytes, base);
        QVERIFY(out);
        QCOMPARE(*out, c.restored);
    }

    void an_error_of_one_leaves_the_prediction() {
        std::mt19937_64 random(33);
        const auto base = random_elements(DType::f32, 5000, Shape::gaussian, random);
        const auto values = random_elements(DType::f32, 5000, Shape::gaussian, random);
        const auto c = code(DType::f32, values, base, {.error = 1, .may_scale = true});
        QVERIFY(c.model.payloads[0].scale < 10);
        QVERIFY(c.bytes.size() < 100);
    }

    void columns_and_blocks_pay() {
        std::mt19937_64 random(20);
        const auto [values, base] = matrix(400, 160, random);
        const auto with = code(DType::f32, values, base, {}, 160);
        const auto without = code(DType::f32, values, base, {}, 0);
        QCOMPARE(with.model.payloads[0].order.classes().size(), std::size_t{160});
        QVERIFY2(static_cast<double>(with.bytes.size()) < 0.95 * static_cast<double>(without.bytes.size()),
                 qPrintable(QString("%1 %2").arg(with.bytes.size()).arg(without.bytes.size())));
        QCOMPARE(with.restored, without.restored);
    }

    void less_than_a_bit_for_each_element() {
        std::mt19937_64 random(22);
        const auto [values, base] = matrix(256, 256, random);
        const auto c = code(DType::f32, values, base, {.error = 0.6}, 256);
        QVERIFY2(c.bytes.size() * 8 < 256 * 256 * 8 / 10, qPrintable(QString::number(c.bytes.size())));
    }

    void a_faded_moment_is_scaled() {
        std::mt19937_64 random(23);
        const auto base = random_elements(DType::f32, 5000, Shape::gaussian, random);
        Bytes values(base.size());
        for (std::size_t i = 0; i < 5000; ++i) {
            const float u = 0.12F * load<float>(base, 4 * i);
            std::memcpy(values.data() + 4 * i, &u, 4);
        }
        const auto c = code(DType::f32, values, base, {.may_scale = true});
        QCOMPARE(int{c.model.payloads[0].scale}, 15);
        QVERIFY(relative_error(DType::f32, values, base, c.restored) < 0.01);
        QVERIFY(c.bytes.size() < 100);
    }

    void chunks_may_begin_anywhere() {
        std::mt19937_64 random(24);
        const auto [values, base] = matrix(300, 100, random);
        const auto whole = code(DType::f32, values, base, {}, 100);
        for (const std::size_t first : {1, 50, 100, 12345}) {
            const AdaptiveSegment segment{1000, &whole.model.payloads[0], first};
            const auto u = ByteView(values).subspan(4 * first, 4000);
            const auto b = ByteView(base).subspan(4 * first, 4000);
            Bytes restored(4000);
            const auto coded = encode_adaptive(DType::f32, u, b, {&segment, 1}, whole.model, restored);
            Bytes out(4000);
            QVERIFY(decode_adaptive(DType::f32, coded, b, {&segment, 1}, whole.model, out));
            QCOMPARE(out, restored);
            QVERIFY(
                std::equal(out.begin(), out.end(), whole.restored.begin() + static_cast<long>(4 * first)));
        }
    }

    void models_are_stored_whole() {
        std::mt19937_64 random(25);
        const auto [values, base] = matrix(300, 133, random);
        for (const auto kind : {Quantizer::Kind::linear, Quantizer::Kind::logarithmic}) {
            const auto c = code(DType::f32, values, base, {.kind = kind, .log_step = -1}, 133);
            ByteWriter out;
            c.model.write(out);
            ByteReader in(out.view());
            auto read = AdaptiveModel::read(in, 1);
            QVERIFY(read);
            QCOMPARE(in.left(), std::size_t{0});
            Coded again{std::move(*read), c.bytes, {}};
            const auto decoded = decode(DType::f32, again, c.bytes, base);
            QVERIFY(decoded);
            QCOMPARE(*decoded, c.restored);
            for (std::size_t cut = 0; cut < out.size(); ++cut) {
                ByteReader part(out.view().first(cut));
                QVERIFY(!AdaptiveModel::read(part, 1));
            }
            for (int i = 0; i < (is_long ? 2000 : 300); ++i) {
                Bytes damaged(out.view().begin(), out.view().end());
                damaged[random() % damaged.size()] = static_cast<std::byte>(random());
                ByteReader part(damaged);
                auto model = AdaptiveModel::read(part, 1);
                if (!model) continue;
                const Coded other{std::move(*model), {}, {}};
                (void)decode(DType::f32, other, c.bytes, base);
            }
        }
    }

    void damaged_chunks_do_no_harm() {
        std::mt19937_64 random(26);
        const auto base = random_elements(DType::f32, is_long ? 9000 : 3000, Shape::gaussian, random);
        const auto values = moved(DType::f32, base, 1e-2, random);
        for (const double error : {0.5, 0.01}) {
            const auto c = code(DType::f32, values, base, {.error = error}, 90);
            for (std::size_t cut = 0; cut < c.bytes.size(); cut += 61)
                QVERIFY(!decode(DType::f32, c,
                                Bytes(c.bytes.begin(), c.bytes.begin() + static_cast<std::ptrdiff_t>(cut)),
                                base));
            on_every_target([&](const char* target) {
                for (int i = 0; i < (is_long ? 100 : 20); ++i) {
                    auto damaged = c.bytes;
                    damaged[random() % damaged.size()] = static_cast<std::byte>(random());
                    const auto read = decode(DType::f32, c, damaged, base);
                    const AdaptiveSegment segment{base.size() / 4, &c.model.payloads[0], 0};
                    Bytes expected(base.size());
                    const auto status = reference::decode_adaptive(DType::f32, damaged, base, {&segment, 1},
                                                                   c.model, expected);
                    QVERIFY2(read.ok() == status.ok(), target);
                    if (read) QVERIFY2(*read == expected, target);
                }
            });
        }
    }
};

STEPVAULT_TEST(TestAdaptiveCoder)

}  // namespace test_adaptive_coder

#include "test_adaptive_coder.moc"
