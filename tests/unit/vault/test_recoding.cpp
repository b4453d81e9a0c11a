#include <QtTest>

#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/rewrite/recoding.h"

namespace test_recoding {

using namespace stepvault;
using namespace stepvault::test;

namespace fs = std::filesystem;

namespace {

constexpr int steps = 7;

using Files = std::map<std::string, std::string>;

/// Names and bytes of all files below the run's folder.
Files files_of(const fs::path& folder) {
    Files files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            files[fs::relative(entry.path(), folder).native()] = read_text(entry.path());
    }
    return files;
}

struct Filed {
    std::vector<std::string> ids;
    std::vector<std::string> originals;
};

Filed file_run(ScratchRun& run) {
    Training training(6, 8000);
    Filed filed;
    for (int i = 0; i < steps; ++i, training.next()) {
        filed.originals.push_back(training.bytes());
        const auto step = run.file("step_" + std::to_string(i) + ".safetensors", filed.originals.back(), i);
        filed.ids.push_back(step->meta().id);
    }
    return filed;
}

Result<RecodeReport> preview(ScratchRun& run, const SchemeChoice& choice, const JobContext& job) {
    const StoredRun stored{run.writer().folder(), run.writer().record(), run.writer().steps()};
    return preview_recode(stored, choice, {}, run.pool(), job);
}

/// Records the progress reports.
class Told : public ProgressSink {
 public:
    void on_progress(const Progress& progress) override { all.push_back(progress); }
    std::vector<Progress> all;
};

/// Stops the job after `calls` progress reports.
class StopAfter : public ProgressSink {
 public:
    explicit StopAfter(int calls) : left_(calls) {}
    void on_progress(const Progress&) override {
        if (--left_ == 0) source_.request_stop();
    }
    [[nodiscard]] JobContext job() { return {source_.get_token(), this}; }

 private:
    int left_;
    std::stop_source source_;
};

}  // namespace

class TestRecoding : public QObject {
    Q_OBJECT

 private slots:
    void originals_are_used_where_they_are_still_there() {
        ScratchRun exact({.scheme = Scheme::exact});
        const auto filed = file_run(exact);
        const auto report = recode_run(exact.writer(), {.scheme = Scheme::adaptive}, {}, exact.pool(), {});
        VERIFY_OK(report);
        QCOMPARE(report->checkpoints, std::uint64_t{steps});
        QCOMPARE(report->from_originals, report->checkpoints);
        // The result equals a run that was filed in this scheme.
        ScratchRun adaptive;
        adaptive.choose({.scheme = Scheme::adaptive});
        const auto direct = file_run(adaptive);
        for (int i = 0; i < steps; ++i)
            QVERIFY(*exact.restore(filed.ids[i]) == *adaptive.restore(direct.ids[i]));
        QVERIFY(report->stored_after < report->stored_before / 4);
    }

    void an_original_that_is_damaged_takes_the_place_of_nothing() {
        ScratchRun run({.scheme = Scheme::exact});
        const auto filed = file_run(run);
        const auto original = run.root() / "run" / "step_2.safetensors";
        const auto written = fs::last_write_time(original);
        auto bytes = read_text(original);
        bytes[bytes.size() / 2] ^= 1;
        write_text(original, bytes);
        fs::last_write_time(original, written);
        const auto report = recode_run(run.writer(), {.scheme = Scheme::exact}, {}, run.pool(), {});
        VERIFY_OK(report);
        QCOMPARE(report->from_originals, std::uint64_t{steps - 2});
        for (int i = 0; i < steps; ++i)
            QVERIFY(*run.restore(filed.ids[i]) == filed.originals[i]);
    }

    void what_was_coded_from_what_is_stored_goes_back_to_its_originals() {
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto filed = file_run(run);
        fs::rename(run.root() / "run", run.root() / "away");
        VERIFY_OK(recode_run(run.writer(), {.scheme = Scheme::lc, .bits = 2}, {}, run.pool(), {}));
        fs::remove_all(run.root() / "run");
        fs::rename(run.root() / "away", run.root() / "run");
        const auto report = recode_run(run.writer(), {.scheme = Scheme::exact}, {}, run.pool(), {});
        VERIFY_OK(report);
        QCOMPARE(report->from_originals, report->checkpoints);
        for (int i = 0; i < steps; ++i)
            QVERIFY(*run.restore(filed.ids[i]) == filed.originals[i]);
    }

    void what_is_stored_is_kept_to_the_bit_by_exact() {
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto filed = file_run(run);
        fs::remove_all(run.root() / "run");
        Files before;
        std::map<std::string, double> errors;
        for (const auto& id : filed.ids) {
            before[id] = *run.restore(id);
            errors[id] = StepFile::open(run.step_file(id))->meta().relative_error;
        }
        const auto report = recode_run(run.writer(), {.scheme = Scheme::exact}, {}, run.pool(), {});
        VERIFY_OK(report);
        QCOMPARE(report->from_originals, std::uint64_t{0});
        for (const auto& id : filed.ids) {
            QVERIFY(*run.restore(id) == before[id]);
            QCOMPARE(StepFile::open(run.step_file(id))->meta().relative_error, errors[id]);
        }
    }

    void coding_again_in_the_same_way_changes_nothing_data() {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<int>("many");
        for (const auto scheme : {Scheme::exact, Scheme::adaptive, Scheme::topn, Scheme::scar}) {
            QTest::addRow("%s", name_of(scheme).c_str()) << scheme << steps;
            QTest::addRow("%s, with key steps", name_of(scheme).c_str()) << scheme << 40;
        }
    }
    void coding_again_in_the_same_way_changes_nothing() {
        QFETCH(Scheme, scheme);
        QFETCH(int, many);
        const SchemeChoice choice{.scheme = scheme};
        ScratchRun run(choice);
        Training training(6, 2000);
        for (int i = 0; i < many; ++i, training.next())
            VERIFY_OK(run.file("step_" + std::to_string(i) + ".safetensors", training.bytes(), i));
        fs::remove_all(run.root() / "run");
        const auto before = files_of(steps_folder(run.folder()));
        for (int round = 0; round < 2; ++round) {
            const auto report = recode_run(run.writer(), choice, {}, run.pool(), {});
            VERIFY_OK(report);
            QCOMPARE(report->checkpoints, static_cast<std::uint64_t>(many - 1));
            QCOMPARE(report->changed, std::uint64_t{0});
            QVERIFY(files_of(steps_folder(run.folder())) == before);
        }
        // The steps from the first change on are coded again.
        const auto other = recode_run(run.writer(), {.scheme = Scheme::lc}, 3, run.pool(), {});
        VERIFY_OK(other);
        // A key step may be coded without a loss, which gives the same file again.
        QVERIFY(other->changed >= static_cast<std::uint64_t>(many - 4));
    }

    /// A rule leaves no trace in a step but its groups.
    void steps_with_exceptions_are_coded_again_data() {
        QTest::addColumn<QString>("rule");
        QTest::newRow("exact") << "role:first moment=exact";
        QTest::newRow("an error") << "role:first moment=0.1";
    }
    void steps_with_exceptions_are_coded_again() {
        QFETCH(QString, rule);
        SchemeChoice choice{.scheme = Scheme::adaptive, .exact_base = true};
        choice.rules.push_back(*CodingRule::parse(rule.toStdString()));
        ScratchRun run(choice);
        file_run(run);
        fs::remove_all(run.root() / "run");
        choice.rules.clear();
        VERIFY_OK(run.writer().set_scheme(choice));
        const auto report = recode_run(run.writer(), choice, {}, run.pool(), {});
        VERIFY_OK(report);
        QCOMPARE(report->changed, report->checkpoints);
    }

    void losses_add_up() {
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto filed = file_run(run);
        fs::remove_all(run.root() / "run");
        const auto before = StepFile::open(run.step_file(filed.ids[4]))->meta();
        VERIFY_OK(recode_run(run.writer(), {.scheme = Scheme::lc, .bits = 2}, {}, run.pool(), {}));
        const auto after = StepFile::open(run.step_file(filed.ids[4]))->meta();
        QCOMPARE(after.scheme, Scheme::lc);
        QCOMPARE(after.prior_error, before.relative_error);
        QVERIFY(after.relative_error > before.relative_error);
        QVERIFY(after.max_abs_error > before.max_abs_error);
        QCOMPARE(after.filed_ns, before.filed_ns);
        QCOMPARE(after.sequence, before.sequence);
    }

    void earlier_steps_stay_and_filing_goes_on() {
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto filed = file_run(run);
        const auto before = files_of(run.folder());
        const auto report = recode_run(run.writer(), {.scheme = Scheme::lc}, 4, run.pool(), {});
        VERIFY_OK(report);
        QCOMPARE(report->checkpoints, std::uint64_t{3});
        const auto after = files_of(run.folder());
        QCOMPARE(after.size(), before.size());
        for (const auto& [name, bytes] : before) {
            const bool changes = name.starts_with("steps/") && step_of_id(name.substr(6)).value_or(0) >= 4;
            QCOMPARE(after.at(name) == bytes, !changes);
        }
        Training training(9, 8000);
        const auto next = run.file("step_9.safetensors", training.bytes(), 9);
        VERIFY_OK(next);
        QCOMPARE(next->meta().parent, filed.ids.back());
        VERIFY_OK(run.restore(next->meta().id));
    }

    void a_dry_run_and_a_cancelled_one_change_nothing() {
        ScratchRun run({.scheme = Scheme::exact});
        file_run(run);
        const auto before = files_of(run.folder());
        const auto promised = preview(run, {.scheme = Scheme::lc}, {});
        VERIFY_OK(promised);
        QVERIFY(files_of(run.folder()) == before);
        for (const int calls : {1, 5, 20}) {
            StopAfter stop(calls);
            const auto stopped = recode_run(run.writer(), {.scheme = Scheme::lc}, {}, run.pool(), stop.job());
            QVERIFY(!stopped.ok());
            QCOMPARE(stopped.error().code, ErrorCode::cancelled);
            QVERIFY(files_of(run.folder()) == before);
        }
        const auto real = recode_run(run.writer(), {.scheme = Scheme::lc}, {}, run.pool(), {});
        VERIFY_OK(real);
        QCOMPARE(real->stored_after, promised->stored_after);
        QCOMPARE(real->largest_error_after, promised->largest_error_after);
    }

    void progress_is_that_of_the_whole_run() {
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto filed = file_run(run);
        Told told;
        const auto report = preview(run, {.scheme = Scheme::lc}, {{}, &told});
        VERIFY_OK(report);
        QVERIFY(told.all.size() > std::size_t{steps});
        for (std::size_t i = 0; i < told.all.size(); ++i) {
            QCOMPARE(told.all[i].total, report->original_bytes);
            QCOMPARE(told.all[i].item, run.writer().record().name);
            QVERIFY(i == 0 || told.all[i].done >= told.all[i - 1].done);
        }
        QCOMPARE(told.all.back().done, report->original_bytes);
        double largest = 0;
        for (const auto& id : filed.ids)
            largest = std::max(largest, StepFile::open(run.step_file(id))->meta().relative_error);
        QCOMPARE(report->largest_error_before, largest);
    }

    void a_run_is_filed_on_while_it_is_previewed() {
        ScratchRun run({.scheme = Scheme::adaptive});
        file_run(run);
        const StoredRun stored{run.writer().folder(), run.writer().record(), run.writer().steps()};
        Training training(9, 8000);
        VERIFY_OK(run.file("step_9.safetensors", training.bytes(), 9));
        const auto report = preview_recode(stored, {.scheme = Scheme::lc}, {}, run.pool(), {});
        VERIFY_OK(report);
        QCOMPARE(report->checkpoints, std::uint64_t{steps});
    }

    void room_for_the_next_checkpoint_stays_free() {
        ScratchRun run({.scheme = Scheme::adaptive});
        file_run(run);
        const auto before = files_of(run.folder());
        StoredRun stored{run.writer().folder(), run.writer().record(), run.writer().steps()};
        stored.steps.back().original_bytes = std::uint64_t{1} << 60;
        const auto report = preview_recode(stored, {.scheme = Scheme::lc}, {}, run.pool(), {});
        QVERIFY(!report.ok());
        QCOMPARE(report.error().code, ErrorCode::no_space);
        QVERIFY(files_of(run.folder()) == before);
    }

    void damage_stops_it() {
        ScratchRun run({.scheme = Scheme::lc});
        const auto filed = file_run(run);
        fs::remove_all(run.root() / "run");
        run.writer().drop_tip();
        auto bytes = read_text(run.step_file(filed.ids[3]));
        bytes[300] = static_cast<char>(bytes[300] ^ 1);
        write_text(run.step_file(filed.ids[3]), bytes);
        const auto before = files_of(run.folder());
        const auto report = recode_run(run.writer(), {.scheme = Scheme::adaptive}, {}, run.pool(), {});
        QVERIFY(!report.ok());
        QCOMPARE(report.error().code, ErrorCode::corrupt);
        QVERIFY(files_of(run.folder()) == before);
    }

    void what_is_set_aside_stops_it_and_its_preview() {
        ScratchRun run({.scheme = Scheme::adaptive});
        const auto filed = file_run(run);
        fs::create_directories(quarantine_folder(run.folder()));
        fs::rename(run.step_file(filed.ids.back()),
                   step_path(quarantine_folder(run.folder()), filed.ids.back()));
        const auto promised = preview(run, {.scheme = Scheme::lc}, {});
        VERIFY_ERROR(promised, ErrorCode::corrupt);
        QVERIFY2(promised.error().message.find("there is a checkpoint in quarantine") != std::string::npos,
                 promised.error().message.c_str());
        QCOMPARE(recode_run(run.writer(), {.scheme = Scheme::lc}, {}, run.pool(), {}).error().message,
                 promised.error().message);
    }

    void there_may_be_nothing_to_do() {
        ScratchRun run;
        VERIFY_ERROR(recode_run(run.writer(), {}, {}, run.pool(), {}), ErrorCode::not_found);
        file_run(run);
        VERIFY_ERROR(recode_run(run.writer(), {}, 100, run.pool(), {}), ErrorCode::not_found);
    }
};

STEPVAULT_TEST(TestRecoding)

}  // namespace test_recoding

#include "test_recoding.moc"
