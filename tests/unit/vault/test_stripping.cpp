#include <QtTest>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/repair/verifying.h"
#include "vault/rewrite/recoding.h"
#include "vault/rewrite/squashing.h"
#include "vault/rewrite/stripping.h"

namespace test_stripping {

using namespace stepvault;
using namespace stepvault::test;

namespace fs = std::filesystem;

namespace {

const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");

/// A run as it was filed, and the changes since then.
struct History {
    std::vector<std::string> ids;
    std::map<std::string, std::string> whole;
    std::map<std::string, std::string> weights;
    std::set<std::string> stripped;
    std::set<std::string> gone;

    void file(ScratchRun& run, const Training& training, int step) {
        const auto filed = run.file("step_" + std::to_string(step) + ".safetensors", training.bytes(), step);
        VERIFY_OK(filed);
        ids.push_back(filed->meta().id);
        // The second step may code the base anew.
        for (const auto& id : {ids.size() == 2 ? ids.front() : ids.back(), ids.back()}) {
            whole[id] = *run.restore(id);
            weights[id] = *run.restore_weights(id);
        }
    }

    /// Stripped steps restore to the same weights only, all other steps to the same bits, and everything is
    /// sound.
    void check(ScratchRun& run) const {
        run.writer().drop_tip();
        for (const auto& id : ids) {
            if (gone.contains(id)) continue;
            const auto restored = run.restore(id);
            if (stripped.contains(id))
                VERIFY_ERROR(restored, ErrorCode::not_found);
            else
                VERIFY_OK(restored);
            if (restored) QVERIFY(*restored == whole.at(id));
            const auto rest = run.restore_weights(id);
            VERIFY_OK(rest);
            QVERIFY(*rest == weights.at(id));
            const auto meta = read_step_meta(run.step_file(id));
            QCOMPARE(meta->weights_only, stripped.contains(id));
        }
        QCOMPARE(run.writer().steps().size(), ids.size() - gone.size());
        const auto verdict = verify_run(run.folder(), run.pool(), {});
        VERIFY_OK(verdict);
        QVERIFY2(verdict->damage.empty(), verdict->damage.empty() ? "" : verdict->damage[0].what.c_str());
    }

    /// A random one in `part` of the remaining steps.
    [[nodiscard]] std::set<std::string> some(std::mt19937_64& random, std::uint64_t part) const {
        std::set<std::string> chosen;
        for (const auto& id : ids) {
            if (!gone.contains(id) && random() % part == 0) chosen.insert(id);
        }
        return chosen;
    }
};

void file_run(ScratchRun& run, History& history, int steps, std::size_t elements = 3000) {
    Training training(11, elements);
    for (int i = 0; i < steps; ++i, training.next())
        history.file(run, training, i);
}

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

class TestStripping : public QObject {
    Q_OBJECT

    static StripReport reduce(ScratchRun& run, History& history, const std::set<std::string>& ids) {
        const auto report = strip_to_weights(run.writer(), ids, run.pool(), {});
        if (!report) qFatal("%s", report.error().message.c_str());
        history.stripped.insert(report->stripped.begin(), report->stripped.end());
        if (report->after > report->before) qFatal("the run has grown");
        return *report;
    }

 private slots:
    void any_steps_may_lose_the_rest_data() {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<int>("seed");
        for (const Scheme scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive, Scheme::topn})
            QTest::newRow(name_of(scheme).c_str()) << scheme << 1;
        QTest::newRow("adaptive again") << Scheme::adaptive << 2;
    }
    void any_steps_may_lose_the_rest() {
        QFETCH(Scheme, scheme);
        QFETCH(int, seed);
        ScratchRun run({.scheme = scheme});
        History history;
        file_run(run, history, is_long ? 40 : 10);  // with a key step in the long test
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        for (int round = 0; round < (is_long ? 2 : 1); ++round) {
            reduce(run, history, history.some(random, 4));
            history.check(run);
            // Squashes stripped steps, and steps into stripped steps.
            auto ids = history.some(random, 6);
            ids.erase(history.ids.front());
            VERIFY_OK(squash_steps(run.writer(), ids, run.pool(), {}));
            history.gone.insert(ids.begin(), ids.end());
            history.check(run);
        }
        Training training(12, 3000);
        history.file(run, training, 99);
        history.check(run);
    }

    void old_steps_shrink_and_the_next_takes_up_what_it_needs_data() {
        QTest::addColumn<Scheme>("scheme");
        for (const Scheme scheme : {Scheme::exact, Scheme::lc, Scheme::adaptive})
            QTest::newRow(name_of(scheme).c_str()) << scheme;
    }
    void old_steps_shrink_and_the_next_takes_up_what_it_needs() {
        QFETCH(Scheme, scheme);
        if (!is_long && scheme != Scheme::exact) QSKIP("a long row");
        ScratchRun run({.scheme = scheme});
        History history;
        file_run(run, history, 35, is_long ? 20000 : 3000);  // with a key step, which needs no old step
        const std::set<std::string> old(history.ids.begin() + 1, history.ids.end() - 1);
        const auto preview = preview_stripping({run.folder(), run.writer().record(), run.writer().steps()},
                                               old, run.pool(), {});
        VERIFY_OK(preview);
        history.check(run);
        const auto report = reduce(run, history, old);
        QCOMPARE(report.after, preview->after);
        QVERIFY(report.stripped == preview->stripped && report.needed == preview->needed);
        QCOMPARE(report.before - report.after, preview->before - bytes_of(run, history));
        // In small checkpoints the descriptions, which stay, are a larger part.
        QVERIFY(report.after < (is_long ? report.before * 3 / 4 : report.before * 9 / 10));
        history.check(run);
        // Stripping a second time changes nothing.
        const auto again = reduce(run, history, report.stripped);
        QVERIFY(again.stripped.empty() && again.needed.empty());
        QCOMPARE(again.rewritten, std::uint64_t{0});
        // The step that took up the others' data can be stripped, too.
        const auto last = reduce(run, history, {history.ids.back()});
        QCOMPARE(last.stripped.size(), std::size_t{1});
        QVERIFY(last.after < last.before);
        history.check(run);
    }

    void what_frees_nothing_is_left_alone() {
        ScratchRun run({.scheme = Scheme::lc});
        History history;
        file_run(run, history, 4, 20000);
        // The next step would take up just as much.
        const auto report = reduce(run, history, {history.ids[1]});
        QVERIFY(report.stripped.empty());
        QCOMPARE(report.needed, (std::set<std::string>{history.ids[1]}));
        QCOMPARE(report.after, report.before);
        QVERIFY(!read_step_meta(run.step_file(history.ids[1]))->weights_only);
        history.check(run);
    }

    void a_base_and_all_else_may_lose_the_rest() {
        ScratchRun run({.scheme = Scheme::adaptive});
        History history;
        file_run(run, history, 5, 20000);
        const auto before = bytes_of(run, history);
        reduce(run, history, {history.ids.begin(), history.ids.end()});
        QCOMPARE(history.stripped.size(), std::size_t{5});
        history.check(run);
        QVERIFY(bytes_of(run, history) < before * 2 / 3);
        // The next filed step is complete.
        Training training(11, 20000);
        for (int i = 0; i < 9; ++i)
            training.next();
        history.file(run, training, 99);
        QVERIFY(history.whole.at(history.ids.back()) == training.bytes());
        history.check(run);
    }

    void other_tensors_in_between() {
        ScratchRun run({.scheme = Scheme::adaptive, .exact_base = true});
        History history;
        Training narrow(1, 3000);
        Training wide(2, 4000);
        for (int i = 0; i < 9; ++i) {
            auto& training = i / 3 == 1 ? wide : narrow;
            history.file(run, training, i);
            training.next();
        }
        reduce(run, history, {history.ids.begin(), history.ids.end() - 1});
        QVERIFY(history.stripped.size() > 2);
        history.check(run);
        reduce(run, history, {history.ids.begin(), history.ids.end()});
        QCOMPARE(history.stripped.size(), history.ids.size());
        history.check(run);
    }

    void nothing_changes_where_it_cannot_be() {
        ScratchRun run({.scheme = Scheme::lc});
        History history;
        file_run(run, history, 4);
        run.writer().drop_tip();
        const auto files = files_in(run.folder());
        VERIFY_ERROR(strip_to_weights(run.writer(), {"000-0-1"}, run.pool(), {}), ErrorCode::not_found);
        std::stop_source stop;
        stop.request_stop();
        VERIFY_ERROR(strip_to_weights(run.writer(), {history.ids[1]}, run.pool(), {.stop = stop.get_token()}),
                     ErrorCode::cancelled);
        history.check(run);
        QCOMPARE(files_in(run.folder()), files);
        // The file has no known tensor of a model.
        const auto other = run.file("notes_7.bin", "no tensors", 7);
        VERIFY_OK(other);
        const auto report = strip_to_weights(run.writer(), {other->meta().id}, run.pool(), {});
        VERIFY_OK(report);
        QVERIFY(report->stripped.empty() && report->needed.empty());
        QCOMPARE(*run.restore(other->meta().id), std::string("no tensors"));
    }

    void nothing_is_written_again_while_others_cannot_be_read() {
        ScratchRun run({.scheme = Scheme::lc});
        History history;
        file_run(run, history, 4);
        auto damaged = read_text(run.step_file(history.ids[3]));
        damaged.back() ^= 1;
        write_text(run.step_file(history.ids[3]), damaged);
        VERIFY_OK(run.writer().refresh());
        const auto reduce = [&] {
            return strip_to_weights(run.writer(), {history.ids[1]}, run.pool(), {}).error();
        };
        const auto recode = [&] {
            return recode_run(run.writer(), {.scheme = Scheme::adaptive}, {}, run.pool(), {}).error();
        };
        QCOMPARE(reduce().code, ErrorCode::corrupt);
        QCOMPARE(recode().code, ErrorCode::corrupt);
        QCOMPARE(read_text(run.step_file(history.ids[3])), damaged);
        // A repaired step is kept, although it was damaged when the run was opened.
        auto whole = damaged;
        whole.back() ^= 1;
        write_text(run.step_file(history.ids[3]), whole);
        VERIFY_OK(recode_run(run.writer(), {.scheme = Scheme::lc}, {}, run.pool(), {}));
        QVERIFY(fs::exists(run.step_file(history.ids[3])));
        VERIFY_OK(run.restore(history.ids[3]));
        write_text(run.step_file(history.ids[3]), damaged);
        VERIFY_OK(run.writer().refresh());
        // A step in quarantine may still be restored.
        fs::create_directories(quarantine_folder(run.folder()));
        fs::rename(run.step_file(history.ids[3]), step_path(quarantine_folder(run.folder()), history.ids[3]));
        VERIFY_OK(run.writer().refresh());
        QVERIFY(reduce().message.find("in quarantine") != std::string::npos);
        QCOMPARE(recode().message, reduce().message);
        fs::remove_all(quarantine_folder(run.folder()));
        VERIFY_OK(strip_to_weights(run.writer(), {history.ids[1]}, run.pool(), {}));
    }

    void damage_is_found() {
        ScratchRun run({.scheme = Scheme::adaptive});
        History history;
        file_run(run, history, 9, 20000);
        reduce(run, history, {history.ids.begin(), history.ids.end() - 1});
        run.writer().drop_tip();
        std::mt19937_64 random(3);
        for (const auto& id : {history.ids[7], history.ids[8]}) {
            const auto file = read_text(run.step_file(id));
            for (int i = 0; i < (is_long ? 40 : 15); ++i) {
                auto bytes = file;
                bytes[random() % bytes.size()] ^= static_cast<char>(1U << (random() % 8));
                write_text(run.step_file(id), bytes);
                const auto verdict = verify_run(run.folder(), run.pool(), {});
                VERIFY_OK(verdict);
                QVERIFY(!verdict->damage.empty());
                const auto rest = run.restore_weights(id);
                QVERIFY(!rest.ok() || *rest == history.weights.at(id));
                const auto whole = run.restore(id);
                QVERIFY(!whole.ok() || (*whole == history.whole.at(id) && !history.stripped.contains(id)));
            }
            write_text(run.step_file(id), file);
        }
    }

 private:
    static std::uint64_t bytes_of(const ScratchRun& run, const History& history) {
        std::uint64_t bytes = 0;
        for (const auto& id : history.ids)
            bytes += fs::file_size(run.step_file(id));
        return bytes;
    }
};

STEPVAULT_TEST(TestStripping)

}  // namespace test_stripping

#include "test_stripping.moc"
