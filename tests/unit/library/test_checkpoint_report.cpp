#include <cmath>
#include <numeric>

#include <QtTest>

#include "library/study/checkpoint_report.h"
#include "library/study/stored_sizes.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_checkpoint_report {

using namespace stepvault;
using namespace stepvault::test;

class TestCheckpointReport : public QObject {
    Q_OBJECT

    struct Sink : ProgressSink {
        Progress last;
        void on_progress(const Progress& progress) override { last = progress; }
    };

 private slots:
    void bytes_add_up_to_the_step_file_data() {
        QTest::addColumn<int>("scheme");
        for (const auto scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive})
            QTest::newRow(name_of(scheme).c_str()) << static_cast<int>(scheme);
    }
    void bytes_add_up_to_the_step_file() {
        QFETCH(int, scheme);
        ScratchRun run({.scheme = static_cast<Scheme>(scheme)});
        Training training(3, 140'000);
        std::vector<std::string> ids;
        for (int i = 0; i < 3; ++i, training.next()) {
            const auto step =
                run.file("step_" + std::to_string(i) + ".safetensors", training.bytes(), training.step());
            VERIFY_OK(step);
            ids.push_back(step->meta().id);
        }
        auto chain = Chain::open(steps_folder(run.folder()), ids.back());
        VERIFY_OK(chain);
        Sink sink;
        const auto report = report_checkpoint(*chain, run.pool(), {{}, &sink});
        VERIFY_OK(report);
        QCOMPARE(report->stored_bytes.size(), report->tensors.size());
        auto all = report->stored_rest;
        for (const auto& [role, bytes] : report->stored_by_role)
            all += bytes;
        QCOMPARE(all, chain->top().size());
        QVERIFY(report->stored_rest > 0 && report->stored_rest < all / 2);
        // No tensor shares its payload here.
        QCOMPARE(std::accumulate(report->stored_bytes.begin(), report->stored_bytes.end(), std::uint64_t{0}),
                 all - report->stored_rest);
        QVERIFY(sink.last.total > 0);
        QCOMPARE(sink.last.done, sink.last.total);

        QCOMPARE(report->chain.size(), chain->length());
        QCOMPARE(report->chain.back().id, ids.back());
        QCOMPARE(report->chain.front().id, ids.front());
        QVERIFY(report->chain.front().parent.empty() && !report->chain.front().squashed);
        for (std::size_t i = 1; i < report->chain.size(); ++i)
            QCOMPARE(report->chain[i].parent, report->chain[i - 1].id);
    }

    void an_unchanged_copy_takes_no_bytes() {
        ScratchRun run({.scheme = Scheme::exact});
        std::mt19937_64 random(1);
        const auto bytes = random_elements(DType::f32, 5000, Shape::gaussian, random);
        const auto step =
            run.file("step_1.safetensors",
                     safetensors_bytes({{"a", "F32", {5000}, bytes}, {"b", "F32", {5000}, bytes}}), 1);
        VERIFY_OK(step);
        const auto sizes = stored_sizes(*step);
        QCOMPARE(sizes.size(), std::size_t{2});
        QVERIFY(sizes[0] > 0);
        QCOMPARE(sizes[1], std::uint64_t{0});
    }
};

STEPVAULT_TEST(TestCheckpointReport)

}  // namespace test_checkpoint_report

#include "test_checkpoint_report.moc"
