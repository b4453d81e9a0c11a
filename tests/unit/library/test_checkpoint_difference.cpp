#include <numeric>

#include <QtTest>

#include "library/study/checkpoint_difference.h"
#include "library/study/content_matching.h"
#include "library/study/element_comparison.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_checkpoint_difference {

using namespace stepvault;
using namespace stepvault::test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Elements of any type that has values, rounded from doubles.
Bytes elements(DType dtype, const std::vector<double>& values) {
    ByteWriter out;
    for (const double v : values) {
        switch (dtype) {
            case DType::f64:
                out.put(v);
                break;
            case DType::f32:
                out.put(static_cast<float>(v));
                break;
            case DType::f16:
                out.put(F16::encode(static_cast<float>(v)));
                break;
            case DType::bf16:
                out.put(BF16::encode(static_cast<float>(v)));
                break;
            case DType::i64:
                out.put(static_cast<std::int64_t>(v));
                break;
            case DType::i32:
                out.put(static_cast<std::int32_t>(v));
                break;
            default:
                out.put(static_cast<std::uint8_t>(v));
        }
    }
    return out.take();
}

double element(DType dtype, const Bytes& bytes, std::size_t i) {
    switch (dtype) {
        case DType::f64:
            return load<double>(bytes, i * 8);
        case DType::f32:
            return static_cast<double>(load<float>(bytes, i * 4));
        case DType::f16:
            return static_cast<double>(F16::decode(load<std::uint16_t>(bytes, i * 2)));
        case DType::bf16:
            return static_cast<double>(BF16::decode(load<std::uint16_t>(bytes, i * 2)));
        case DType::i64:
            return static_cast<double>(load<std::int64_t>(bytes, i * 8));
        case DType::i32:
            return static_cast<double>(load<std::int32_t>(bytes, i * 4));
        default:
            return static_cast<double>(load<std::uint8_t>(bytes, i));
    }
}

/// A checkpoint in memory.
class Memory : public CheckpointContents {
 public:
    ContentTensor& add(const std::string& name, DType dtype, std::vector<std::uint64_t> shape, Bytes bytes) {
        payloads.push_back(std::move(bytes));
        return view(name, dtype, std::move(shape), static_cast<std::uint32_t>(payloads.size() - 1));
    }
    ContentTensor& view(const std::string& name, DType dtype, std::vector<std::uint64_t> shape,
                        std::uint32_t payload) {
        std::vector<std::int64_t> stride(shape.size(), 1);
        for (auto d = shape.size(); d-- > 1;)
            stride[d - 1] = stride[d] * static_cast<std::int64_t>(shape[d]);
        return list.emplace_back(
            ContentTensor{{}, name, Role::weight, dtype, payload, 0, std::move(shape), std::move(stride)});
    }

    [[nodiscard]] const std::vector<ContentTensor>& tensors() const override { return list; }
    [[nodiscard]] std::uint64_t payload_bytes(std::uint32_t payload) const override {
        return payloads[payload].size();
    }
    [[nodiscard]] std::uint64_t place(std::uint32_t payload) const override { return payload; }
    Status read(std::uint32_t payload, std::uint64_t at, MutableByteView out) override {
        if (at + out.size() > payloads[payload].size())
            return Error{ErrorCode::corrupt, "read beyond the end"};
        std::copy_n(payloads[payload].begin() + static_cast<std::ptrdiff_t>(at), out.size(), out.begin());
        return {};
    }
    Result<std::vector<FileObjects>> objects(const TreeLimits&, const JobContext&) override {
        return std::vector<FileObjects>{{{}, lines}};
    }

    std::vector<ContentTensor> list;
    std::vector<Bytes> payloads;
    std::vector<ObjectLine> lines;
};

/// The plain version: one pass over doubles.
ElementSums plain_sums(DType a, const Bytes& a_bytes, DType b, const Bytes& b_bytes) {
    ElementSums sums;
    const auto count = a_bytes.size() / item_size(a);
    for (std::size_t i = 0; i < count; ++i) {
        const double x = element(a, a_bytes, i);
        const double y = element(b, b_bytes, i);
        if (a == b) {
            const auto at = static_cast<std::ptrdiff_t>(i * item_size(a));
            const bool same =
                std::equal(a_bytes.begin() + at, a_bytes.begin() + at + item_size(a), b_bytes.begin() + at);
            sums.differing += same ? 0 : 1;
        } else {
            sums.differing += x == y || (std::isnan(x) && std::isnan(y)) ? 0 : 1;
        }
        sums.not_finite_a += std::isfinite(x) ? 0 : 1;
        sums.not_finite_b += std::isfinite(y) ? 0 : 1;
        if (!std::isfinite(x) || !std::isfinite(y)) continue;
        sums.squares_a += x * x;
        sums.squares_b += y * y;
        sums.product += x * y;
        sums.change += (y - x) * (y - x);
        sums.max_abs = std::max(sums.max_abs, std::abs(y - x));
    }
    return sums;
}

bool near(double a, double b) {
    return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

class TestCheckpointDifference : public QObject {
    Q_OBJECT

    ThreadPool pool_{3};

    CheckpointDifference compare(Memory& a, Memory& b) {
        auto found = compare_contents(a, b, pool_, {});
        return found ? std::move(*found) : CheckpointDifference{};
    }
    /// The only row of a comparison of two tensors "t".
    TensorDifference compare_one(DType a, const std::vector<double>& x, DType b,
                                 const std::vector<double>& y) {
        Memory left;
        Memory right;
        left.add("t", a, {x.size()}, elements(a, x));
        right.add("t", b, {y.size()}, elements(b, y));
        return compare(left, right).tensors.front();
    }

 private slots:
    void sums_are_those_of_the_plain_version_data() {
        QTest::addColumn<int>("a");
        QTest::addColumn<int>("b");
        QTest::addColumn<int>("shape");
        constexpr std::array floats = {DType::f64, DType::f32, DType::f16, DType::bf16};
        for (const auto a : floats) {
            for (const auto b : floats) {
                for (const auto shape : {Shape::gaussian, Shape::specials, Shape::sparse}) {
                    QTest::addRow("%s and %s, %d", std::string(dtype_name(a)).c_str(),
                                  std::string(dtype_name(b)).c_str(), static_cast<int>(shape))
                        << static_cast<int>(a) << static_cast<int>(b) << static_cast<int>(shape);
                }
            }
        }
    }
    void sums_are_those_of_the_plain_version() {
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(int, shape);
        std::mt19937_64 random(7);
        const auto type_a = static_cast<DType>(a);
        const auto type_b = static_cast<DType>(b);
        const std::size_t count = 3001;
        const auto bytes_a = random_elements(type_a, count, static_cast<Shape>(shape), random);
        auto bytes_b = random_elements(type_b, count, static_cast<Shape>(shape), random);
        // Half of the elements are the same value on both sides where the types can hold it.
        for (std::size_t i = 0; i < count; i += 2) {
            const auto same = elements(type_b, {element(type_a, bytes_a, i)});
            std::ranges::copy(same, bytes_b.begin() + static_cast<std::ptrdiff_t>(i * same.size()));
        }
        const auto plain = plain_sums(type_a, bytes_a, type_b, bytes_b);
        const auto sums = compare_elements(type_a, bytes_a, type_b, bytes_b);
        QCOMPARE(sums.differing, plain.differing);
        QCOMPARE(sums.not_finite_a, plain.not_finite_a);
        QCOMPARE(sums.not_finite_b, plain.not_finite_b);
        QVERIFY(near(sums.squares_a, plain.squares_a) && near(sums.squares_b, plain.squares_b));
        QVERIFY(near(sums.product, plain.product) && near(sums.change, plain.change));
        QCOMPARE(sums.max_abs, plain.max_abs);
    }

    void figures_of_a_known_pair() {
        const auto t = compare_one(DType::f32, {3, 4, 0}, DType::f32, {3, 0, 4});
        QCOMPARE(t.state, TensorChange::values);
        QCOMPARE(t.figures.norm_a, std::optional(5.0));
        QCOMPARE(t.figures.norm_b, std::optional(5.0));
        QCOMPARE(t.figures.change, std::optional(std::sqrt(32.0)));
        QCOMPARE(t.figures.relative, std::optional(std::sqrt(32.0) / 5));
        QCOMPARE(t.figures.cosine, std::optional(9.0 / 25));
        QCOMPARE(t.figures.max_abs, std::optional(4.0));
        QCOMPARE(t.figures.differing, std::uint64_t{2});
        QCOMPARE(t.figures.elements, std::uint64_t{3});
    }

    void zeros() {
        const auto grown = compare_one(DType::f32, {0, 0}, DType::f32, {1, 0});
        QVERIFY(!grown.figures.relative && !grown.figures.cosine);
        QCOMPARE(grown.figures.change, std::optional(1.0));
        const auto still = compare_one(DType::f32, {0, 0}, DType::f32, {0, 0});
        QCOMPARE(still.figures.relative, std::optional(0.0));
        QCOMPARE(still.state, TensorChange::none);
        // Other bits, the same value.
        const auto sign = compare_one(DType::f32, {0.0}, DType::f32, {-0.0});
        QCOMPARE(sign.state, TensorChange::values);
        QCOMPARE(sign.figures.change, std::optional(0.0));
    }

    void not_finite_elements_are_counted_and_left_out() {
        const auto t = compare_one(DType::f32, {nan, 1, infinity, 2}, DType::f32, {nan, nan, infinity, 5});
        QCOMPARE(t.figures.not_finite_a, std::uint64_t{2});
        QCOMPARE(t.figures.not_finite_b, std::uint64_t{3});
        QCOMPARE(t.figures.norm_a, std::optional(2.0));
        QCOMPARE(t.figures.change, std::optional(3.0));
        QCOMPARE(t.figures.differing, std::uint64_t{2});
        const auto same = compare_one(DType::f32, {nan, 1}, DType::f32, {nan, 1});
        QCOMPARE(same.state, TensorChange::none);
    }

    void overflow_gives_no_norm() {
        const auto t = compare_one(DType::f64, {1e200, 1}, DType::f64, {-1e200, 1});
        QVERIFY(!t.figures.norm_a && !t.figures.change && !t.figures.relative && !t.figures.cosine);
        QCOMPARE(t.figures.differing, std::uint64_t{1});
    }

    void types_compare_as_values() {
        const auto t = compare_one(DType::f32, {1, 2.5, -3}, DType::bf16, {1, 2.5, -3});
        QCOMPARE(t.state, TensorChange::none);
        QVERIFY(t.dtype_a == DType::f32 && t.dtype_b == DType::bf16 && t.is_float);
        const auto rounded = compare_one(DType::f32, {1.001}, DType::bf16, {1.001});
        QCOMPARE(rounded.state, TensorChange::values);
        QVERIFY(*rounded.figures.relative < 0.004);
        const auto integers = compare_one(DType::i64, {1, 7, 300}, DType::i32, {1, 8, 300});
        QCOMPARE(integers.figures.differing, std::uint64_t{1});
        QVERIFY(!integers.is_float && !integers.figures.norm_a);
        // Doubles cannot tell these two apart.
        Memory left;
        Memory right;
        ByteWriter big;
        big.put(std::numeric_limits<std::uint64_t>::max());
        left.add("t", DType::u64, {1}, big.take());
        right.add("t", DType::i64, {1}, elements(DType::i64, {-1}));
        QCOMPARE(compare(left, right).tensors.front().figures.differing, std::uint64_t{1});
    }

    void types_without_values() {
        Memory left;
        Memory right;
        left.add("same", DType::f8, {2}, Bytes(2));
        right.add("same", DType::f8, {2}, Bytes{std::byte{0}, std::byte{1}});
        left.add("other", DType::f8, {2}, Bytes(2));
        right.add("other", DType::bf16, {2}, Bytes(4));
        const auto found = compare(left, right);
        QCOMPARE(found.tensors[0].figures.differing, std::uint64_t{1});
        QVERIFY(!found.tensors[0].figures.norm_a);
        QCOMPARE(found.tensors[1].state, TensorChange::not_compared);
    }

    void complex_elements() {
        Memory left;
        Memory right;
        left.add("t", DType::c64, {2}, elements(DType::f32, {3, 4, 1, 0}));
        right.add("t", DType::c64, {2}, elements(DType::f32, {3, 0, 1, 0}));
        const auto t = compare(left, right).tensors.front();
        QCOMPARE(t.figures.differing, std::uint64_t{1});
        QCOMPARE(t.figures.elements, std::uint64_t{2});
        QCOMPARE(t.figures.change, std::optional(4.0));
    }

    void shapes_and_missing_tensors() {
        Memory left;
        Memory right;
        left.add("shape", DType::f32, {2, 3}, Bytes(24));
        right.add("shape", DType::f32, {3, 2}, Bytes(24));
        left.add("left", DType::f32, {1}, Bytes(4));
        right.add("right", DType::i64, {1}, Bytes(8));
        left.add("gone", DType::f32, {1}, Bytes(4));
        right.add("gone", DType::f32, {1}, Bytes(4)).is_kept = false;
        const auto found = compare(left, right);
        QCOMPARE(found.tensors.size(), std::size_t{4});
        QCOMPARE(found.tensors[0].state, TensorChange::shape);
        QCOMPARE(found.tensors[1].state, TensorChange::only_a);
        QVERIFY(!found.tensors[1].dtype_b);
        QCOMPARE(found.tensors[2].state, TensorChange::not_kept);
        QCOMPARE(found.tensors[3].state, TensorChange::only_b);
        QCOMPARE(found.tensors[3].dtype_b, std::optional(DType::i64));
        QCOMPARE(found.all.tensors, std::uint64_t{0});
        QVERIFY(!found.is_none());
    }

    void scalars_and_empty_tensors() {
        Memory left;
        Memory right;
        left.add("scalar", DType::f32, {}, elements(DType::f32, {2}));
        right.add("scalar", DType::f32, {}, elements(DType::f32, {3}));
        left.add("empty", DType::f32, {4, 0}, {});
        right.add("empty", DType::f32, {4, 0}, {});
        const auto found = compare(left, right);
        QCOMPARE(found.tensors[0].figures.relative, std::optional(0.5));
        QCOMPARE(found.tensors[1].state, TensorChange::none);
        QCOMPARE(found.tensors[1].figures.elements, std::uint64_t{0});
    }

    void tied_weights_count_once() {
        const auto make = [](double value, bool tied) {
            Memory contents;
            contents.add("embed", DType::f32, {2}, elements(DType::f32, {value, 0}));
            if (tied)
                contents.view("head", DType::f32, {2}, 0);
            else
                contents.add("head", DType::f32, {2}, elements(DType::f32, {value, 0}));
            return contents;
        };
        auto left = make(3, true);
        auto right = make(4, true);
        const auto tied = compare(left, right);
        QVERIFY(!tied.tensors[0].is_tied && tied.tensors[1].is_tied);
        QCOMPARE(tied.tensors[1].figures.norm_a, std::optional(3.0));
        QCOMPARE(tied.all.tensors, std::uint64_t{1});
        QCOMPARE(tied.all.figures.norm_a, std::optional(3.0));
        // Untied in B, they are two tensors that may go different ways.
        auto untied = make(4, false);
        const auto apart = compare(left, untied);
        QVERIFY(!apart.tensors[1].is_tied);
        QCOMPARE(apart.all.tensors, std::uint64_t{2});
    }

    void strided_tensors_compare_by_index() {
        Memory left;
        Memory right;
        left.add("t", DType::f32, {2, 3}, elements(DType::f32, {1, 2, 3, 4, 5, 6}));
        right.add("t", DType::f32, {2, 3}, elements(DType::f32, {1, 4, 2, 5, 3, 9})).stride = {1, 2};
        left.add("gap", DType::f32, {2}, elements(DType::f32, {7, 0, 8})).stride = {2};
        right.add("gap", DType::f32, {2}, elements(DType::f32, {7, 1, 8})).stride = {2};
        left.add("row", DType::f32, {2}, elements(DType::f32, {1, 5, 6})).offset = 1;
        right.add("row", DType::f32, {2}, elements(DType::f32, {5, 6}));
        const auto found = compare(left, right);
        QCOMPARE(found.tensors[0].figures.differing, std::uint64_t{1});
        QCOMPARE(found.tensors[0].figures.change, std::optional(3.0));
        QCOMPARE(found.tensors[1].state, TensorChange::none);
        QCOMPARE(found.tensors[2].state, TensorChange::none);
        QCOMPARE(found.all.tensors, std::uint64_t{3});
    }

    void hostile_views_are_not_read() {
        Memory left;
        Memory right;
        for (auto* side : {&left, &right}) {
            side->add("expanded", DType::f32, {std::uint64_t{1} << 60}, Bytes(4)).stride = {0};
            side->add("beyond", DType::f32, {2}, Bytes(4));
            side->add("far", DType::f32, {1}, Bytes(4)).offset = std::numeric_limits<std::uint64_t>::max();
            side->add("backwards", DType::f32, {2}, Bytes(8)).stride = {-1};
        }
        const auto found = compare(left, right);
        QCOMPARE(found.tensors.size(), std::size_t{4});
        for (const auto& t : found.tensors)
            QCOMPARE(t.state, TensorChange::not_compared);
    }

    void large_tensors_go_in_pieces() {
        std::mt19937_64 random(11);
        const std::size_t count = 300'001;
        Memory left;
        Memory right;
        left.add("t", DType::f32, {count}, random_elements(DType::f32, count, Shape::gaussian, random));
        right.add("t", DType::f32, {count}, random_elements(DType::f32, count, Shape::gaussian, random));
        struct Sink : ProgressSink {
            Progress last;
            void on_progress(const Progress& progress) override { last = progress; }
        } sink;
        const auto found = compare_contents(left, right, pool_, {{}, &sink});
        VERIFY_OK(found);
        const auto plain = plain_sums(DType::f32, left.payloads[0], DType::f32, right.payloads[0]);
        QVERIFY(near(*found->tensors[0].figures.change, std::sqrt(plain.change)));
        QCOMPARE(sink.last.total, std::uint64_t{count * 8});
        QCOMPARE(sink.last.done, sink.last.total);
        std::stop_source stop;
        stop.request_stop();
        VERIFY_ERROR(compare_contents(left, right, pool_, {stop.get_token(), nullptr}), ErrorCode::cancelled);
    }

    void totals_by_role() {
        Memory left;
        Memory right;
        for (auto* side : {&left, &right}) {
            const bool is_b = side == &right;
            side->add("w", DType::f32, {1}, elements(DType::f32, {3}));
            side->add("m", DType::f32, {1}, elements(DType::f32, {is_b ? 5.0 : 4.0})).role =
                Role::first_moment;
            side->add("n", DType::i64, {1}, elements(DType::i64, {is_b ? 2.0 : 1.0})).role = Role::counter;
        }
        const auto found = compare(left, right);
        QCOMPARE(found.roles.size(), std::size_t{3});
        QCOMPARE(found.roles.at(Role::weight).changed, std::uint64_t{0});
        QCOMPARE(found.roles.at(Role::first_moment).figures.relative, std::optional(0.25));
        QCOMPARE(found.roles.at(Role::counter).figures.differing, std::uint64_t{1});
        QCOMPARE(found.all.figures.norm_a, std::optional(5.0));
        QCOMPARE(found.all.figures.relative, std::optional(0.2));
        QCOMPARE(found.all.figures.differing, std::uint64_t{2});
        QCOMPARE(found.all.changed, std::uint64_t{2});
        QCOMPARE(by_relative_change(found.tensors), (std::vector<std::size_t>{1, 2, 0}));
    }

    void plain_values() {
        const auto lines = [](const char* lr, const std::string& text, std::uint64_t digest) {
            return std::vector<ObjectLine>{{0, "", "dict, 3 items", ObjectKind::container},
                                           {1, "groups", "list, 1 item", ObjectKind::container},
                                           {2, "[0]", "dict, 2 items", ObjectKind::container},
                                           {3, "lr", lr},
                                           {3, "betas", "[0.9, 0.999]"},
                                           {1, "w", lr[0] == '1' ? "f32 [2]" : "f32 [3]", ObjectKind::tensor},
                                           {1, text, "12 bytes", ObjectKind::value, digest}};
        };
        Memory left;
        Memory right;
        left.lines = lines("1e-3", "rng", 1);
        right.lines = lines("2e-3", "rng", 2);
        auto found = compare(left, right).objects;
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].path, std::string("groups.0.lr"));
        QCOMPARE(found[0].a, std::optional<std::string>("1e-3"));
        QCOMPARE(found[0].b, std::optional<std::string>("2e-3"));
        // The digest tells contents apart that the text does not.
        QCOMPARE(found[1].path, std::string("rng"));
        right.lines = lines("1e-3", "epoch", 1);
        found = compare(left, right).objects;
        QCOMPARE(found.size(), std::size_t{2});
        QVERIFY(found[0].path == "rng" && !found[0].b);
        QVERIFY(found[1].path == "epoch" && !found[1].a);
        right.lines = left.lines;
        QVERIFY(compare(left, right).is_none());
    }

    void files_match() {
        using Files = std::vector<std::string>;
        using Matches = std::vector<std::optional<std::size_t>>;
        QCOMPARE(match_files(Files{""}, Files{"model.pt"}), (Matches{0}));
        QCOMPARE(match_files(Files{"a", "b"}, Files{"b", "c"}), (Matches{{}, 0}));
        QCOMPARE(match_files(Files{"step10/m", "x"}, Files{"step20/m", "y"}), (Matches{0, {}}));
        QCOMPARE(match_files(Files{"m1", "m2"}, Files{"m3", "m4"}), (Matches{{}, {}}));
    }

    void tensors_match_over_other_shards() {
        Memory left;
        Memory right;
        left.add("a", DType::f32, {1}, Bytes(4)).file = "part-1";
        left.add("b", DType::f32, {1}, Bytes(4)).file = "part-2";
        left.add("twice", DType::f32, {1}, Bytes(4)).file = "part-1";
        left.add("twice", DType::f32, {1}, Bytes(4)).file = "part-2";
        right.add("b", DType::f32, {1}, Bytes(4)).file = "whole";
        right.add("a", DType::f32, {1}, Bytes(4)).file = "whole";
        right.add("twice", DType::f32, {1}, Bytes(4)).file = "whole";
        using Matches = std::vector<std::optional<std::size_t>>;
        QCOMPARE(match_tensors(left.list, right.list), (Matches{1, 0, {}, {}}));
    }

    void stored_and_original_data() {
        QTest::addColumn<int>("scheme");
        QTest::newRow("exact") << static_cast<int>(Scheme::exact);
        QTest::newRow("lc") << static_cast<int>(Scheme::lc);
        QTest::newRow("adaptive") << static_cast<int>(Scheme::adaptive);
    }
    void stored_and_original() {
        QFETCH(int, scheme);
        ScratchRun run({.scheme = static_cast<Scheme>(scheme)});
        Training training(5, 140'000);
        std::vector<std::string> ids;
        for (int i = 0; i < 3; ++i) {
            const auto step =
                run.file("step_" + std::to_string(i) + ".safetensors", training.bytes(), training.step());
            VERIFY_OK(step);
            ids.push_back(step->meta().id);
            training.next();
        }
        auto chain = Chain::open(steps_folder(run.folder()), ids.back());
        VERIFY_OK(chain);
        const double error = chain->top().meta().relative_error;
        const auto stored = stored_contents(std::move(*chain), 4);
        auto original = file_contents(run.root() / "run" / "step_2.safetensors");
        VERIFY_OK(original);
        const auto found = compare_contents(**original, *stored, pool_, {});
        VERIFY_OK(found);
        QCOMPARE(found->tensors.size(), std::size_t{5});
        QCOMPARE(found->is_none(), static_cast<Scheme>(scheme) == Scheme::exact);
        QCOMPARE(error == 0, static_cast<Scheme>(scheme) == Scheme::exact);
        // The restored file says the same.
        const auto restored = run.restore(ids.back());
        VERIFY_OK(restored);
        write_text(run.root() / "back" / "step_2.safetensors", *restored);
        const auto again = compare_files(run.root() / "run" / "step_2.safetensors",
                                         run.root() / "back" / "step_2.safetensors", pool_, {});
        VERIFY_OK(again);
        for (std::size_t i = 0; i < found->tensors.size(); ++i) {
            QCOMPARE(found->tensors[i].name, again->tensors[i].name);
            QCOMPARE(found->tensors[i].figures.differing, again->tensors[i].figures.differing);
            QCOMPARE(found->tensors[i].figures.change, again->tensors[i].figures.change);
            QCOMPARE(found->tensors[i].figures.cosine, again->tensors[i].figures.cosine);
            QCOMPARE(found->tensors[i].role, again->tensors[i].role);
        }
    }

    void unreadable_files_give_their_reason() {
        QTemporaryDir dir;
        const auto root = std::filesystem::path(dir.path().toStdString());
        Training training(5, 1000);
        const auto bytes = training.bytes();
        write_text(root / "a.safetensors", bytes);
        write_text(root / "cut.safetensors", bytes.substr(0, bytes.size() / 2));
        VERIFY_ERROR(compare_files(root / "a.safetensors", root / "cut.safetensors", pool_, {}),
                     ErrorCode::incomplete);
        VERIFY_ERROR(compare_files(root / "a.safetensors", root / "none", pool_, {}), ErrorCode::not_found);
    }
};

STEPVAULT_TEST(TestCheckpointDifference)

}  // namespace test_checkpoint_difference

#include "test_checkpoint_difference.moc"
