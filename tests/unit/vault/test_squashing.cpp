#include <QtTest>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/repair/verifying.h"
#include "vault/rewrite/squashing.h"

namespace test_squashing {

using namespace stepvault;
using namespace stepvault::test;

namespace fs = std::filesystem;

namespace {

struct Filed {
    std::vector<std::string> ids;
    std::map<std::string, std::string> restored;
};

Filed file_run(ScratchRun& run, int steps, std::size_t elements = 3000) {
    Training training(11, elements);
    Filed filed;
    for (int i = 0; i < steps; ++i, training.next()) {
        const auto step = run.file("step_" + std::to_string(i) + ".safetensors", training.bytes(), i);
        filed.ids.push_back(step->meta().id);
        filed.restored[filed.ids.back()] = *run.restore(filed.ids.back());
        // The second step may code the base anew.
        if (i == 1) filed.restored[filed.ids.front()] = *run.restore(filed.ids.front());
    }
    return filed;
}

}  // namespace

class TestSquashing : public QObject {
    Q_OBJECT

    /// The remaining steps restore to the same bits, are sound, and can be built on.
    static void check_rest(ScratchRun& run, const Filed& filed, const std::set<std::string>& gone) {
        run.writer().drop_tip();
        for (const auto& [id, bytes] : filed.restored) {
            if (gone.contains(id)) {
                QVERIFY(!fs::exists(run.step_file(id)));
                continue;
            }
            const auto restored = run.restore(id);
            VERIFY_OK(restored);
            QVERIFY(*restored == bytes);
        }
        QCOMPARE(run.writer().steps().size(), filed.ids.size() - gone.size());
        const auto verdict = verify_run(run.folder(), run.pool(), {});
        VERIFY_OK(verdict);
        QVERIFY2(verdict->damage.empty(), verdict->damage.empty() ? "" : verdict->damage[0].what.c_str());
    }

 private slots:
    void any_steps_may_go_data() {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<int>("seed");
        for (const Scheme scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive, Scheme::topn}) {
            for (int seed = 0; seed < 2; ++seed)
                QTest::addRow("%s %d", name_of(scheme).c_str(), seed) << scheme << seed;
        }
    }
    void any_steps_may_go() {
        QFETCH(Scheme, scheme);
        QFETCH(int, seed);
        const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
        if (!is_long && seed > 0) QSKIP("a long row");
        ScratchRun run({.scheme = scheme});
        // One row has enough steps for a key step; in the long test all rows do.
        const auto filed = file_run(run, is_long || (scheme == Scheme::exact && seed == 0) ? 40 : 12);
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        std::set<std::string> gone;
        // Several rounds squash squashed steps again.
        for (int round = 0; round < 3; ++round) {
            std::set<std::string> ids;
            for (std::size_t i = 1; i < filed.ids.size(); ++i) {
                if (!gone.contains(filed.ids[i]) && random() % 3 == 0) ids.insert(filed.ids[i]);
            }
            const auto report = squash_steps(run.writer(), ids, run.pool(), {});
            VERIFY_OK(report);
            QCOMPARE(report->removed, std::uint64_t{ids.size()});
            gone.insert(ids.begin(), ids.end());
            check_rest(run, filed, gone);
        }
        Training training(12, 3000);
        const auto next = run.file("step_99.safetensors", training.bytes(), 99);
        VERIFY_OK(next);
        VERIFY_OK(run.restore(next->meta().id));
    }

    void a_long_run_of_links_is_coded_anew_where_that_is_smaller() {
        ScratchRun run({.scheme = Scheme::adaptive, .error = 0.1});
        const auto filed = file_run(run, 31, 20000);
        const std::set<std::string> gone(filed.ids.begin() + 1, filed.ids.end() - 1);
        const auto report = squash_steps(run.writer(), gone, run.pool(), {});
        VERIFY_OK(report);
        check_rest(run, filed, gone);
        const auto last = StepFile::open(run.step_file(filed.ids.back()));
        VERIFY_OK(last);
        QCOMPARE(last->links(), std::size_t{0});
        QVERIFY(report->after < report->before);
        QVERIFY(last->meta().relative_error > 0);
    }

    void a_short_one_keeps_its_links() {
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto filed = file_run(run, 4, 20000);
        const std::set<std::string> gone{filed.ids[1], filed.ids[2]};
        VERIFY_OK(squash_steps(run.writer(), gone, run.pool(), {}));
        check_rest(run, filed, gone);
        const auto last = StepFile::open(run.step_file(filed.ids[3]));
        VERIFY_OK(last);
        QCOMPARE(last->links(), std::size_t{2});
        QCOMPARE(last->meta().parent, filed.ids[0]);
        QVERIFY(!last->statistics()->empty());
    }

    void damage_in_a_link_is_found() {
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto filed = file_run(run, 4, 20000);
        VERIFY_OK(squash_steps(run.writer(), {filed.ids[1]}, run.pool(), {}));
        const auto path = run.step_file(filed.ids[2]);
        const auto whole = read_text(path);
        run.writer().drop_tip();
        std::mt19937_64 random(3);
        for (int i = 0; i < 60; ++i) {
            auto bytes = whole;
            bytes[random() % bytes.size()] ^= static_cast<char>(1U << (random() % 8));
            write_text(path, bytes);
            const auto verdict = verify_run(run.folder(), run.pool(), {});
            VERIFY_OK(verdict);
            QVERIFY(!verdict->damage.empty());
            const auto restored = run.restore(filed.ids[2]);
            QVERIFY(!restored.ok() || *restored == filed.restored.at(filed.ids[2]));
        }
    }

    void damage_is_not_squashed_data() {
        QTest::addColumn<int>("index");
        QTest::newRow("in what goes") << 1;
        QTest::newRow("in what stays") << 2;
    }
    void damage_is_not_squashed() {
        QFETCH(int, index);
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto filed = file_run(run, 4, 20000);
        const auto path = run.step_file(filed.ids[static_cast<std::size_t>(index)]);
        auto bytes = read_text(path);
        bytes[300] ^= 1;
        write_text(path, bytes);
        const auto before = read_text(run.step_file(filed.ids[2]));
        const auto squashed = squash_steps(run.writer(), {filed.ids[1]}, run.pool(), {});
        QVERIFY(!squashed.ok());
        QCOMPARE(squashed.error().code, ErrorCode::corrupt);
        QVERIFY2(read_text(run.step_file(filed.ids[2])) == before, "parity and copies are of that file");
        QCOMPARE(run.writer().steps().size(), std::size_t{4});
        // After the damage is repaired the squash succeeds.
        bytes[300] ^= 1;
        write_text(path, bytes);
        VERIFY_OK(squash_steps(run.writer(), {filed.ids[1]}, run.pool(), {}));
        check_rest(run, filed, {filed.ids[1]});
    }

    void a_verify_meanwhile_finds_no_damage() {
        ScratchRun run;
        const auto filed = file_run(run, 6, 20000);
        struct SquashOnce : ProgressSink {
            std::function<void()> squash;
            void on_progress(const Progress&) override {
                std::exchange(squash, [] {})();
            }
        } progress;
        progress.squash = [&] { VERIFY_OK(squash_steps(run.writer(), {filed.ids[4]}, run.pool(), {})); };
        ThreadPool alone(1);
        const auto verdict = verify_run(run.folder(), alone, {.stop = {}, .sink = &progress});
        VERIFY_OK(verdict);
        QVERIFY2(verdict->damage.empty(), verdict->damage.empty() ? "" : verdict->damage[0].what.c_str());
        QCOMPARE(verdict->checkpoints, std::uint64_t{5});
    }

    void what_cannot_be_is_refused() {
        ScratchRun run;
        const auto filed = file_run(run, 3);
        VERIFY_ERROR(squash_steps(run.writer(), {filed.ids[0]}, run.pool(), {}), ErrorCode::invalid_argument);
        VERIFY_ERROR(squash_steps(run.writer(), {"000-0-1"}, run.pool(), {}), ErrorCode::not_found);
        check_rest(run, filed, {});
        VERIFY_OK(squash_steps(run.writer(), {filed.ids.begin(), filed.ids.end()}, run.pool(), {}));
        QVERIFY(run.writer().steps().empty());
    }
};

STEPVAULT_TEST(TestSquashing)

}  // namespace test_squashing

#include "test_squashing.moc"
