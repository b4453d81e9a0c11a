#include <QtTest>

#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_identical_payloads {

using namespace stepvault;
using namespace stepvault::test;

namespace {

Tensor weights(const std::string& name, const Bytes& bytes) {
    return {name, "F32", {bytes.size() / 400, 100}, bytes};
}

}  // namespace

class TestIdenticalPayloads : public QObject {
    Q_OBJECT

    static void schemes() {
        QTest::addColumn<Scheme>("scheme");
        for (const Scheme scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive, Scheme::topn})
            QTest::newRow(name_of(scheme).c_str()) << scheme;
    }

 private slots:
    void copies_cost_nothing_data() { schemes(); }
    void copies_cost_nothing() {
        QFETCH(Scheme, scheme);
        std::array<std::uint64_t, 2> base{};
        std::array<std::uint64_t, 2> delta{};
        for (const std::size_t copies : {0U, 1U}) {
            ScratchRun run({.scheme = scheme});
            std::mt19937_64 random(7);
            auto bytes = random_elements(DType::f32, 40000, Shape::gaussian, random);
            for (int i = 0; i < 2; ++i) {
                std::vector<Tensor> tensors{weights("model.a.weight", bytes)};
                if (copies == 1) tensors.push_back(weights("model.tied.weight", bytes));
                const auto file = safetensors_bytes(tensors);
                const auto step = run.file("s.safetensors", file, i + 1);
                VERIFY_OK(step);
                (i == 0 ? base : delta)[copies] = step->size();
                const auto restored = run.restore(step->meta().id);
                VERIFY_OK(restored);
                const auto data = restored->substr(restored->size() - bytes.size() * (copies + 1));
                if (i == 0 || scheme == Scheme::exact) QVERIFY(*restored == file);
                if (copies == 1) QVERIFY(data.substr(0, bytes.size()) == data.substr(bytes.size()));
                bytes = moved(DType::f32, bytes, 0.001, random);
            }
        }
        QVERIFY(base[1] < base[0] + 400);
        QVERIFY(delta[1] < delta[0] + 400);
    }

    void what_does_not_change_costs_nothing_data() { schemes(); }
    void what_does_not_change_costs_nothing() {
        QFETCH(Scheme, scheme);
        ScratchRun run({.scheme = scheme});
        std::mt19937_64 random(8);
        const auto frozen = random_elements(DType::f32, 400000, Shape::gaussian, random);
        auto bytes = random_elements(DType::f32, 100, Shape::gaussian, random);
        for (int i = 1; i <= 4; ++i) {
            const auto file =
                safetensors_bytes({weights("model.a.weight", bytes), weights("model.b.weight", frozen)});
            const auto step = run.file("s.safetensors", file, i);
            VERIFY_OK(step);
            if (i > 1) QVERIFY2(step->size() < 6000, qPrintable(QString::number(step->size())));
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            QVERIFY(restored->substr(restored->size() - frozen.size()) == as_text(frozen));
            bytes = moved(DType::f32, bytes, 0.001, random);
        }
    }

    void a_restored_step_is_filed_as_it_is_data() {
        schemes();
        QTest::newRow("scar") << Scheme::scar;
    }
    void a_restored_step_is_filed_as_it_is() {
        QFETCH(Scheme, scheme);
        ScratchRun run({.scheme = scheme});
        std::mt19937_64 random(9);
        auto bytes = random_elements(DType::f32, 70000, Shape::gaussian, random);
        auto moment = random_elements(DType::f32, 70000, Shape::gaussian, random);
        Result<std::string> restored = std::string();
        for (int i = 1; i <= 3; ++i) {
            const auto step = run.file("s.safetensors",
                                       safetensors_bytes({weights("model.a.weight", bytes),
                                                          weights("optimizer.state.0.exp_avg", moment)}),
                                       i);
            VERIFY_OK(step);
            restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            bytes = moved(DType::f32, bytes, 0.001, random);
            moment = moved(DType::f32, moment, 0.5, random);
        }
        const auto again = run.file("again.safetensors", *restored, 3);
        VERIFY_OK(again);
        QVERIFY(again->meta().is_exact() || again->meta().relative_error == 0);
        QVERIFY2(again->size() < 6000, qPrintable(QString::number(again->size())));
        QVERIFY(*run.restore(again->meta().id) == *restored);
    }

    void another_trainings_weights_stay_exact_data() {
        QTest::addColumn<Scheme>("scheme");
        for (const Scheme scheme : {Scheme::lc, Scheme::adaptive, Scheme::topn})
            QTest::newRow(name_of(scheme).c_str()) << scheme;
    }
    /// Several folds, seeds or trials in one folder: an error measured against the change would be as large
    /// as the weights.
    void another_trainings_weights_stay_exact() {
        QFETCH(Scheme, scheme);
        ScratchRun run({.scheme = scheme});
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            std::mt19937_64 random(seed);
            const auto bytes = random_elements(DType::f32, 40000, Shape::gaussian, random);
            auto file = safetensors_bytes({weights("model.a.weight", bytes)});
            const auto first = run.file("fold.safetensors", file, 2 * static_cast<std::int64_t>(seed));
            VERIFY_OK(first);
            QVERIFY(*run.restore(first->meta().id) == file);
            QCOMPARE(first->meta().relative_error, 0.0);
            file = safetensors_bytes({weights("model.a.weight", moved(DType::f32, bytes, 0.001, random))});
            const auto next = run.file("fold.safetensors", file, 2 * static_cast<std::int64_t>(seed) + 1);
            VERIFY_OK(next);
            QVERIFY(next->size() * 4 < first->size());
            QVERIFY(*run.restore(next->meta().id) != file);
        }
    }

    /// A payload that is still zero in the sample, and changes outside of it, belongs to the same training.
    void a_zero_start_is_no_other_training() {
        ScratchRun run({.scheme = Scheme::adaptive});
        std::mt19937_64 random(9);
        Bytes bytes(std::size_t{4} * 100 * 1000);
        const auto begin = bytes.begin() + std::ptrdiff_t{4} * 70000;
        std::ranges::copy(random_elements(DType::f32, 30000, Shape::gaussian, random), begin);
        VERIFY_OK(run.file("s.safetensors", safetensors_bytes({weights("model.a.weight", bytes)}), 1));
        const auto next = moved(DType::f32, Bytes(begin, bytes.end()), 0.001, random);
        std::ranges::copy(next, begin);
        const auto step = run.file("s.safetensors", safetensors_bytes({weights("model.a.weight", bytes)}), 2);
        VERIFY_OK(step);
        QVERIFY(step->meta().relative_error > 0);
    }

    void payloads_that_differ_anywhere_are_no_copies_data() {
        QTest::addColumn<quint64>("elements");
        QTest::addColumn<quint64>("differs");
        QTest::newRow("short, at its end") << quint64{90'000} << quint64{89'999};
        QTest::newRow("short, in the middle") << quint64{90'000} << quint64{45'000};
        QTest::newRow("long, in a whole block") << quint64{700'000} << quint64{300'000};
        QTest::newRow("long, behind the last whole block") << quint64{700'000} << quint64{699'999};
    }
    void payloads_that_differ_anywhere_are_no_copies() {
        QFETCH(quint64, elements);
        QFETCH(quint64, differs);
        ScratchRun run({.scheme = Scheme::exact});
        std::mt19937_64 random(9);
        const auto a = random_elements(DType::f32, elements, Shape::gaussian, random);
        auto b = a;
        b[4 * differs] ^= std::byte{1};
        const auto file = safetensors_bytes({weights("model.a.weight", a), weights("model.b.weight", b)});
        const auto step = run.file("s.safetensors", file, 1);
        VERIFY_OK(step);
        QVERIFY(step->layout().payloads[1].same_as == StoredPayload::itself);
        const auto restored = run.restore(step->meta().id);
        VERIFY_OK(restored);
        QVERIFY(*restored == file);
    }

    void copies_may_part_and_meet_again_data() { schemes(); }
    void copies_may_part_and_meet_again() {
        QFETCH(Scheme, scheme);
        ScratchRun run({.scheme = scheme});
        std::mt19937_64 random(9);
        auto a = random_elements(DType::f32, 90000, Shape::gaussian, random);
        auto b = a;
        for (int i = 1; i <= 6; ++i) {
            const auto file = safetensors_bytes({weights("model.a.weight", a), weights("model.b.weight", b)});
            const auto step = run.file("s.safetensors", file, i);
            VERIFY_OK(step);
            QCOMPARE(step->layout().payloads[1].same_as == 0U, a == b);
            const auto restored = run.restore(step->meta().id);
            VERIFY_OK(restored);
            if (scheme == Scheme::exact) QVERIFY(*restored == file);
            QVERIFY(step->meta().relative_error < 1.0);
            // The two are equal at first, differ from the second step on, one of them stays unchanged once,
            // and at the end they are equal again.
            if (i != 2) a = moved(DType::f32, a, 0.001, random);
            if (i != 3) b = i == 1 ? moved(DType::f32, b, 0.001, random) : b;
            if (i >= 4) b = a;
        }
    }

    void a_layout_with_a_wrong_copy_is_refused_data() {
        QTest::addColumn<quint32>("same_as");
        QTest::addColumn<int>("extra");
        QTest::newRow("of a later one") << quint32{2} << 0;
        QTest::newRow("of itself") << quint32{1} << 0;
        QTest::newRow("of another length") << quint32{0} << 4;
    }
    void a_layout_with_a_wrong_copy_is_refused() {
        QFETCH(quint32, same_as);
        QFETCH(int, extra);
        StepLayout layout;
        layout.files.push_back({"", 400, "raw", ""});
        layout.streams.push_back({StreamCoding::bytes, DType::opaque, "", 100});
        layout.streams.push_back({StreamCoding::exact, DType::f32, "exact", 100});
        for (int i = 0; i < 3; ++i) {
            StoredPayload p;
            p.offset = static_cast<std::uint64_t>(i) * 100;
            p.length = 40 + (i == 1 ? static_cast<std::uint64_t>(extra) : 0);
            p.dtype = DType::f32;
            p.stream = 1;
            layout.payloads.push_back(p);
        }
        VERIFY_OK(layout.complete());
        layout.payloads[1].same_as = same_as;
        QVERIFY(!layout.complete().ok());
    }
};

STEPVAULT_TEST(TestIdenticalPayloads)

}  // namespace test_identical_payloads

#include "test_identical_payloads.moc"
