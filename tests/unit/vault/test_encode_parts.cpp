// The data that the parts of encoding pass to each other and to other processes, and the rules of planning.
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/encode/coded_outcome.h"
#include "vault/encode/stream_planning.h"

// A name in these headers is a keyword of Qt.
#pragma push_macro("slots")
#undef slots
#include "vault/encode/adaptive_planning.h"
#include "vault/encode/adaptive_sample.h"
#include "vault/encode/budget_planning.h"
#pragma pop_macro("slots")

namespace test_encode_parts {

using namespace stepvault;
using namespace stepvault::test;

namespace {

BucketStatistics statistics(double seed) {
    BucketStatistics s;
    s.zeros = 3;
    s.escapes = 4;
    s.buckets[{true, -7}] = {
        .count = 5, .sum = seed, .sum_squares = seed + 1, .min = seed + 2, .max = seed + 3};
    s.buckets[{false, 12}] = {.count = 6, .sum = seed + 4, .sum_squares = 8, .min = 9, .max = 10};
    return s;
}

bool same(const BucketStatistics& a, const BucketStatistics& b) {
    const auto figures = [](const BucketFigures& f) {
        return std::tie(f.count, f.sum, f.sum_squares, f.min, f.max);
    };
    return a.zeros == b.zeros && a.escapes == b.escapes &&
           std::ranges::equal(a.buckets, b.buckets, [&](const auto& x, const auto& y) {
               return x.first == y.first && figures(x.second) == figures(y.second);
           });
}

StoredPayload payload(Role role, bool optimizer = false, DType dtype = DType::f32) {
    StoredPayload p;
    p.role = role;
    p.optimizer = optimizer;
    p.dtype = dtype;
    return p;
}

/// A stream of one payload, and beside it one of second moments if `moments`.
StepLayout layout_of(Role role, const char* group, bool moments) {
    StepLayout l;
    l.files = {{"", 200, "raw", ""}};
    l.streams = {{StreamCoding::bytes, DType::opaque, "", 64},
                 {StreamCoding::adaptive, DType::f32, group, 64},
                 {StreamCoding::adaptive, DType::f32, "exp_avg_sq", 64}};
    for (const auto r : {role, moments ? Role::second_moment : Role::counter}) {
        auto p = payload(r);
        p.offset = 40 * l.payloads.size();
        p.length = 40;
        p.stream = static_cast<std::uint32_t>(l.payloads.size() + 1);
        l.payloads.push_back(p);
    }
    if (!l.complete()) qFatal("the test's layout is wrong");
    return l;
}

}  // namespace

class TestEncodeParts : public QObject {
    Q_OBJECT

 private slots:
    void an_outcome_reaches_the_other_processes_whole() {
        CodedOutcome o;
        o.entry = {.mode = ChunkMode::runs, .offset = 0, .length = 300, .coded_hash = 5, .content_hash = 6};
        o.coded = Bytes(300);
        o.figures = {{7, {.lost = 1.5, .changed = 2.5, .max_abs = 3.5}},
                     {9, {.lost = 4, .changed = 5, .max_abs = 6}}};
        o.statistics = {{2, statistics(0.5)}, {4, statistics(-1e300)}};
        o.sample = Bytes(200, std::byte{8});
        o.crcs = {1, 0xFFFFFFFF};
        ByteWriter out;
        o.write(out);
        QVERIFY2(out.size() < 600 + 200, "the coded bytes stay where they are");
        ByteReader in(out.view());
        const auto r = CodedOutcome::read(in);
        QVERIFY(in.ok() && in.left() == 0);
        QVERIFY(r.entry.mode == ChunkMode::runs && r.entry.length == 300);
        QVERIFY(r.entry.coded_hash == 5 && r.entry.content_hash == 6);
        QVERIFY(r.sample == o.sample && r.crcs == o.crcs && r.coded.empty());
        QCOMPARE(r.figures.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            const auto& [p, f] = r.figures[i];
            const auto& [q, g] = o.figures[i];
            QVERIFY(p == q &&
                    std::tie(f.lost, f.changed, f.max_abs) == std::tie(g.lost, g.changed, g.max_abs));
            QCOMPARE(r.statistics[i].first, o.statistics[i].first);
            QVERIFY(same(r.statistics[i].second, o.statistics[i].second));
        }
        for (std::size_t n = 0; n < out.size(); ++n) {
            ByteReader cut(out.view().first(n));
            (void)CodedOutcome::read(cut);
            QVERIFY2(!cut.ok(), qPrintable(QString::number(n)));
        }
    }

    void statistics_of_chunks_add_up_by_payload() {
        std::vector<BucketStatistics> by_payload(3);
        merge(by_payload, {{2, statistics(1)}, {0, statistics(2)}});
        merge(by_payload, {{2, statistics(1)}});
        QVERIFY(same(by_payload[0], statistics(2)));
        QCOMPARE(by_payload[1].count(), std::uint64_t{0});
        QCOMPARE(by_payload[2].zeros, std::uint64_t{6});
        QCOMPARE(by_payload[2].buckets.at({true, -7}).count, std::uint64_t{10});
        QCOMPARE(by_payload[2].buckets.at({true, -7}).sum, 2.0);
    }

    void a_sample_reaches_the_other_processes_whole() {
        const SampledPart part{
            .payload = 3, .first = 1ULL << 40, .values = {1, 2}, .base = {3}, .before = {}};
        auto key = part;
        key.before = {4, 5, 6};
        for (const auto& p : {part, key}) {
            ByteWriter out;
            p.write(out);
            ByteReader in(out.view());
            const auto r = SampledPart::read(in);
            QVERIFY(in.ok() && in.left() == 0);
            QVERIFY(std::tie(r.payload, r.first, r.values, r.base, r.before) ==
                    std::tie(p.payload, p.first, p.values, p.base, p.before));
        }
        QVERIFY(part.reference() == part.base && key.reference() == key.before);
    }

    void groups_have_their_share_of_the_error_data() {
        QTest::addColumn<Role>("role");
        QTest::addColumn<QString>("group");
        QTest::addColumn<bool>("moments");
        QTest::addColumn<quint64>("interval");
        QTest::addColumn<double>("error");
        QTest::newRow("weights") << Role::weight << "weights" << true << quint64{20} << 0.5;
        QTest::newRow("embeddings") << Role::embedding << "embeddings" << true << quint64{20} << 0.5;
        QTest::newRow("vectors") << Role::weight << "vectors" << true << quint64{20} << 0.125;
        QTest::newRow("vectors alone") << Role::weight << "vectors" << false << quint64{20} << 0.125;
        QTest::newRow("first moments") << Role::first_moment << "exp_avg" << true << quint64{1} << 0.24;
        QTest::newRow("of an unknown interval")
            << Role::first_moment << "exp_avg" << true << quint64{0} << 0.2;
        QTest::newRow("after four steps") << Role::first_moment << "exp_avg" << true << quint64{4} << 0.48;
        QTest::newRow("after many steps") << Role::first_moment << "exp_avg" << true << quint64{400} << 0.5;
        QTest::newRow("momentum") << Role::first_moment << "momentum" << false << quint64{20} << 0.5;
    }
    void groups_have_their_share_of_the_error() {
        QFETCH(Role, role);
        QFETCH(QString, group);
        QFETCH(bool, moments);
        QFETCH(quint64, interval);
        QFETCH(double, error);
        const auto name = group.toStdString();
        const auto target = adaptive_target(layout_of(role, name.c_str(), moments), 1, 0.5, interval);
        QCOMPARE(target.error, error);
        QVERIFY(target.kind == Quantizer::Kind::linear);
        QCOMPARE(target.may_gain, role != Role::first_moment);
        QCOMPARE(target.may_scale, role == Role::first_moment);
    }

    void second_moments_are_quantized_in_parts_of_octaves_data() {
        QTest::addColumn<double>("error");
        QTest::addColumn<int>("log_step");
        QTest::addColumn<double>("dead_zone");
        QTest::newRow("half octaves") << 0.1375 << -1 << 0.55;
        QTest::newRow("a little less") << 0.137 << -2 << 0.55;
        QTest::newRow("whole octaves") << 0.275 << 0 << 0.66;
        QTest::newRow("the coarsest") << 0.99 << 0 << 1.5;
        QTest::newRow("the finest") << 1e-6 << -6 << 0.55;
    }
    void second_moments_are_quantized_in_parts_of_octaves() {
        QFETCH(double, error);
        QFETCH(int, log_step);
        QFETCH(double, dead_zone);
        const auto target = adaptive_target(layout_of(Role::weight, "weights", true), 2, error, 20);
        QVERIFY(target.kind == Quantizer::Kind::logarithmic);
        QCOMPARE(static_cast<int>(target.log_step), log_step);
        QCOMPARE(target.dead_zone, dead_zone);
    }

    void model_and_moments_have_budgets_of_their_own() {
        QVERIFY(budget_share(Role::first_moment) == Role::first_moment);
        QVERIFY(budget_share(Role::second_moment) == Role::second_moment);
        QVERIFY(budget_share(Role::embedding) == Role::weight && budget_share(Role::weight) == Role::weight);
        QCOMPARE(index_of_element(0), 2.0);
        QCOMPARE(index_of_element(1), 1.0);
        QVERIFY(index_of_element(0.05) > 1.03 && index_of_element(0.05) < 1.05);
    }

    void parts_are_rows_or_blocks_of_vectors_data() {
        using Sizes = std::vector<std::size_t>;
        QTest::addColumn<quint64>("columns");
        QTest::addColumn<quint64>("chunk");
        QTest::addColumn<Sizes>("blocks");
        // A payload of 1000 elements in chunks of 600.
        QTest::newRow("rows") << quint64{250} << quint64{0} << Sizes{250, 250, 100};
        QTest::newRow("the rest of a row") << quint64{250} << quint64{1} << Sizes{150, 250};
        QTest::newRow("blocks") << quint64{0} << quint64{0} << Sizes{256, 256, 88};
        QTest::newRow("the rest of a block") << quint64{0} << quint64{1} << Sizes{168, 232};
        QTest::newRow("one row") << quint64{1000} << quint64{1} << Sizes{400};
    }
    void parts_are_rows_or_blocks_of_vectors() {
        QFETCH(quint64, columns);
        QFETCH(quint64, chunk);
        QFETCH(std::vector<std::size_t>, blocks);
        auto l = layout_of(Role::weight, "weights", false);
        l.files[0].size = 5000;
        l.payloads.pop_back();
        l.payloads[0].length = 4000;
        l.streams[1].chunk_elements = 600;
        VERIFY_OK(l.complete());
        QCOMPARE(row_blocks(l, {columns}, 1, chunk), blocks);
    }

    void the_headline_is_of_the_models_floats_data() {
        using Payloads = std::vector<StoredPayload>;
        using Counts = std::vector<bool>;
        QTest::addColumn<Payloads>("payloads");
        QTest::addColumn<Counts>("counts");
        const auto weight = payload(Role::weight);
        const auto in_optimizer = payload(Role::weight, true);
        const auto moment = payload(Role::first_moment, true);
        QTest::newRow("weight") << Payloads{weight, payload(Role::embedding)} << Counts{true, true};
        QTest::newRow("norm statistic") << Payloads{payload(Role::norm_statistic)} << Counts{true};
        QTest::newRow("counter") << Payloads{weight, payload(Role::counter)} << Counts{true, false};
        QTest::newRow("other") << Payloads{weight, payload(Role::other)} << Counts{true, false};
        QTest::newRow("an integer") << Payloads{payload(Role::weight, false, DType::i64)} << Counts{false};
        QTest::newRow("half") << Payloads{payload(Role::weight, false, DType::bf16)} << Counts{true};
        QTest::newRow("masters beside the model") << Payloads{in_optimizer, weight} << Counts{false, true};
        QTest::newRow("in the optimizer alone") << Payloads{in_optimizer, moment} << Counts{true, false};
    }
    void the_headline_is_of_the_models_floats() {
        QFETCH(std::vector<StoredPayload>, payloads);
        QFETCH(std::vector<bool>, counts);
        StepLayout layout;
        layout.payloads = payloads;
        QCOMPARE(headline_payloads(layout), counts);
    }

    void few_elements_stay_exact_data() {
        QTest::addColumn<int>("elements");
        QTest::addColumn<bool>("is_lossy");
        QTest::newRow("15") << 15 << false;
        QTest::newRow("16") << 16 << true;
    }
    void few_elements_stay_exact() {
        QFETCH(int, elements);
        QFETCH(bool, is_lossy);
        const auto n = static_cast<std::size_t>(elements);
        ScratchRun run({.scheme = Scheme::lc});
        std::mt19937_64 random(2);
        auto bytes = random_elements(DType::f32, n, Shape::gaussian, random);
        Result<StepFile> step = Error{};
        for (int i = 1; i <= 2; ++i) {
            step = run.file("a.safetensors", safetensors_bytes({{"w.weight", "F32", {n, 1}, bytes}}), i);
            VERIFY_OK(step);
            bytes = moved(DType::f32, bytes, 0.001, random);
        }
        const auto& layout = step->layout();
        QCOMPARE(stepvault::is_lossy(layout.streams[layout.payloads[0].stream].coding), is_lossy);
    }

    void a_step_says_how_it_was_coded_data() {
        QTest::addColumn<SchemeChoice>("choice");
        QTest::addColumn<int>("bits");
        QTest::addColumn<double>("error");
        QTest::addColumn<double>("budget");
        const SchemeChoice all{.bits = 5, .error = 0.25, .budget = 7};
        const auto row = [&](Scheme scheme, int bits, double error, double budget) {
            auto choice = all;
            choice.scheme = scheme;
            QTest::newRow(name_of(scheme).c_str()) << choice << bits << error << budget;
        };
        row(Scheme::exact, 0, 0, 0);
        row(Scheme::lc, 5, 0, 0);
        row(Scheme::adaptive, 0, 0.25, 0);
        row(Scheme::topn, 0, 0, 7);
        row(Scheme::scar, 0, 0, 7);
    }
    void a_step_says_how_it_was_coded() {
        QFETCH(SchemeChoice, choice);
        QFETCH(int, bits);
        QFETCH(double, error);
        QFETCH(double, budget);
        ScratchRun run(choice);
        Training training(3, 500);
        for (std::uint32_t i = 0; i < 3; ++i, training.next()) {
            const auto step = run.file("s" + std::to_string(i) + ".safetensors", training.bytes(), i);
            VERIFY_OK(step);
            const auto& m = step->meta();
            QCOMPARE(m.key, i == 0);
            QCOMPARE(m.deltas, i);
            QCOMPARE(m.key_level, 0U);
            QVERIFY(m.scheme == (i == 0 ? Scheme::exact : choice.scheme));
            QCOMPARE(m.bits, i == 0 ? 0U : static_cast<std::uint32_t>(bits));
            QCOMPARE(m.target_error, i == 0 ? 0 : error);
            QCOMPARE(m.budget, i == 0 ? 0 : budget);
            QCOMPARE(m.original_bytes, std::uint64_t{training.bytes().size()});
            QCOMPARE(m.sequence, std::uint64_t{i + 1});
            QVERIFY(!m.loss && m.prior_error == 0);
        }
        const auto& steps = run.writer().steps();
        QCOMPARE(steps[2].parent, steps[1].id);
        QCOMPARE(steps[2].parent_digest, StepFile::open(run.step_file(steps[1].id))->state_digest());
    }
};

STEPVAULT_TEST(TestEncodeParts)

}  // namespace test_encode_parts

#include "test_encode_parts.moc"
