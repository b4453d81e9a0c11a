// `prune`, `free` and `pin`, run the way a user runs them, and the state that a kill in the middle leaves.
#include <QTemporaryDir>
#include <QtTest>

#include "base/file_lock.h"
#include "command.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_prune_command {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestPruneCommand : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    fs::path root_;
    QString vault_;

    Outcome stepvault(const QStringList& arguments) const {
        return run_stepvault(arguments + QStringList{"--vault", vault_});
    }
    static nlohmann::json json(const Outcome& outcome) {
        return nlohmann::json::parse(outcome.out.toStdString(), nullptr, false);
    }
    [[nodiscard]] std::vector<int> steps(const std::string& run) const {
        std::vector<int> steps;
        const auto listed = list(root_ / "vault");
        for (const auto& r : listed["runs"]) {
            if (r["name"] != run) continue;
            for (const auto& c : r["checkpoints"])
                steps.push_back(c["step"]);
        }
        return steps;
    }
    [[nodiscard]] fs::path folder() const {
        return root_ / "vault/runs" / list(root_ / "vault")["runs"][0]["id"].get<std::string>();
    }
    [[nodiscard]] std::string restored(int step) const {
        const auto output = root_ / "out" / std::to_string(step);
        // A failed restore must not leave the previous restore's file.
        fs::remove(output);
        const auto outcome =
            stepvault({"restore", "--run", "one", "--step", QString::number(step), "--output", text(output)});
        return outcome.code == 0 ? read_text(output) : outcome.err.toStdString();
    }
    void watch() const {
        const auto watched = stepvault(
            {"watch", "--once", "--scheme", "adaptive", text(root_ / "runs/one"), text(root_ / "runs/two")});
        QVERIFY2(watched.code == 0, watched.err.constData());
    }

 private slots:
    void init() {
        // Data rows that change nothing share the first row's vault.
        if (dir_ && QTest::currentDataTag() != nullptr) return;
        dir_ = std::make_unique<QTemporaryDir>();
        root_ = dir_->path().toStdString();
        vault_ = text(root_ / "vault");
        write_run(root_ / "runs/one", 10);
        write_run(root_ / "runs/two", 4);
        age(root_ / "runs");
        watch();
    }

    void without_a_rule_nothing_is_done_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("none") << QStringList{"one"} << QByteArray("give a rule");
        QTest::newRow("none to remember") << QStringList{"one", "--remember"} << QByteArray("give a rule");
        QTest::newRow("no run") << QStringList{"--keep-last", "1"} << QByteArray("run");
        QTest::newRow("run and all") << QStringList{"one", "--all", "--keep-last", "1"} << QByteArray("run");
        QTest::newRow("no mode") << QStringList{"one", "--keep-best", "1"} << QByteArray("--mode");
        QTest::newRow("no mode there is")
            << QStringList{"one", "--keep-best", "1", "--mode", "least"} << QByteArray("--mode");
        QTest::newRow("none last") << QStringList{"one", "--keep-last", "0"} << QByteArray("--keep-last");
        QTest::newRow("every zero") << QStringList{"one", "--keep-every", "0"} << QByteArray("--keep-every");
        QTest::newRow("no time") << QStringList{"one", "--keep-within", "soon"} << QByteArray("'soon'");
        QTest::newRow("no size") << QStringList{"one", "--keep-bytes", "-1GB"} << QByteArray("'-1GB'");
    }
    void without_a_rule_nothing_is_done() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const auto outcome = stepvault(QStringList{"prune"} + arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
        QCOMPARE(steps("one").size(), std::size_t{10});
    }

    void a_dry_run_says_what_is_then_done() {
        const auto before = restored(100);
        const auto fifty = restored(50);
        const QStringList rules{"one", "--keep-last", "2",    "--keep-best",  "1", "--mode",
                                "max", "--metric",    "loss", "--keep-every", "50"};
        QVERIFY(stepvault({"pin", "one", "--step", "30"}).code == 0);
        QVERIFY(list(root_ / "vault")["runs"][0]["checkpoints"][2]["pinned"].get<bool>());
        const auto said = stepvault(QStringList{"prune", "--dry-run"} + rules);
        QCOMPARE(said.code, 0);
        QVERIFY(said.out.contains("would remove 5 of 10 checkpoints"));
        QVERIFY(said.out.contains("pinned"));
        QVERIFY(said.out.contains("1 of 1 highest loss"));
        QVERIFY(said.out.contains("2 of 2 newest"));
        QVERIFY(said.out.contains("multiple of 50"));
        QCOMPARE(steps("one").size(), std::size_t{10});
        const auto dry = json(stepvault(QStringList{"prune", "--dry-run", "--json"} + rules));
        QCOMPARE(dry["dry_run"].get<bool>(), true);
        QVERIFY(!dry["runs"][0].contains("stored_bytes"));
        std::vector<int> kept;
        for (const auto& c : dry["runs"][0]["checkpoints"]) {
            if (c["kept"]) kept.push_back(c["step"]);
        }
        QCOMPARE(kept, (std::vector{10, 30, 50, 90, 100}));

        const auto done = json(stepvault(QStringList{"prune", "--json"} + rules));
        QCOMPARE(done["runs"][0]["checkpoints"], dry["runs"][0]["checkpoints"]);
        QCOMPARE(done["runs"][0]["removed"].get<int>(), 5);
        QCOMPARE(steps("one"), kept);
        std::uint64_t on_disk = 0;
        for (const auto& entry : fs::directory_iterator(folder() / "steps"))
            on_disk += entry.file_size();
        QCOMPARE(done["runs"][0]["stored_bytes"].get<std::uint64_t>(), on_disk);
        QVERIFY(restored(100) == before && restored(50) == fifty);
        QCOMPARE(stepvault({"verify"}).code, 0);
        watch();
        QCOMPARE(steps("one"), kept);
        QVERIFY(!done["runs"][0]["trash_entry"].is_null());
        QCOMPARE(stepvault({"pin", "one", "--step", "30", "--unpin"}).code, 0);
        QCOMPARE(stepvault(QStringList{"prune"} + rules).code, 0);
        QCOMPARE(steps("one"), (std::vector{10, 50, 90, 100}));
    }

    void old_steps_keep_their_weights() {
        const auto first = restored(10);
        const auto output = root_ / "out/weights";
        const QStringList weights{"restore",        "--run",    "one",        "--step", "50",
                                  "--weights-only", "--output", text(output), "--force"};
        QCOMPARE(stepvault(weights).code, 0);
        const auto before = read_text(output);
        // Each removed step's changes would only move to the next step.
        const auto vain =
            stepvault({"prune", "one", "--keep-every", "20", "--keep-first", "--weights-only", "--dry-run"});
        QVERIFY2(vain.out.contains("would take up as much"), vain.out.constData());
        QCOMPARE(stepvault({"pin", "one", "--step", "10"}).code, 0);
        const QStringList prune{"prune", "one", "--keep-none", "--weights-only"};
        const auto said = stepvault(prune + QStringList{"--dry-run"});
        QVERIFY2(said.out.contains("would drop all but the weights of 9 of 10"), said.out.constData());
        QVERIFY(said.out.contains("pinned"));
        const auto done = json(stepvault(prune + QStringList{"--json"}))["runs"][0];
        QCOMPARE(done["weights_only"].get<bool>(), true);
        QCOMPARE(done["removed"].get<int>(), 9);
        QVERIFY(done["stored_bytes"] < done["stored_bytes_before"]);
        QVERIFY(done["trash_entry"].is_null());
        QCOMPARE(steps("one").size(), std::size_t{10});
        std::vector<int> stripped;
        const auto listed = list(root_ / "vault");
        for (const auto& c : listed["runs"][0]["checkpoints"]) {
            if (c["weights_only"]) stripped.push_back(c["step"]);
        }
        QCOMPARE(stripped, (std::vector{20, 30, 40, 50, 60, 70, 80, 90, 100}));
        QCOMPARE(restored(10), first);
        fs::remove(output);
        const auto whole = stepvault({"restore", "--run", "one", "--step", "50", "--output", text(output)});
        QCOMPARE(whole.code, 1);
        QVERIFY2(whole.err.contains("--weights-only"), whole.err.constData());
        QVERIFY(!fs::exists(output));
        QCOMPARE(stepvault(weights).code, 0);
        QCOMPARE(read_text(output), before);
        QCOMPARE(stepvault({"verify"}).code, 0);
        QCOMPARE(stepvault({"verify", "--originals"}).code, 0);
        QVERIFY(stepvault({"list", "--run", "one"}).out.contains("weights only"));
        QVERIFY(
            stepvault({"show", "--run", "one", "--step", "50"}).out.contains("only the weights are kept"));
        // The originals hold data that the vault no longer holds.
        QVERIFY(stepvault({"free", "one", "--keep-last", "1", "--up-to-error", "1", "--dry-run"})
                    .out.contains("only its weights are stored"));
        // recode leaves a checkpoint of weights only as it is, and watch does not file the checkpoint again.
        const auto recoded = stepvault({"recode", "--run", "one", "--scheme", "exact"});
        QCOMPARE(recoded.code, 1);
        QVERIFY2(recoded.err.contains("only its weights"), recoded.err.constData());
        watch();
        QCOMPARE(steps("one").size(), std::size_t{10});
        QVERIFY(stepvault(prune).out.contains("nothing to drop"));
        QCOMPARE(stepvault(prune + QStringList{"--purge"}).code, 2);
        QCOMPARE(stepvault({"prune", "one", "--keep-none"}).code, 2);
        QCOMPARE(stepvault(prune + QStringList{"--keep-last", "1"}).code, 2);
    }

    void the_vaults_own_rules_hold_where_none_are_given() {
        // Neither a dry run nor invalid rules are remembered.
        QCOMPARE(stepvault({"prune", "one", "--keep-last", "3", "--remember", "--dry-run"}).code, 0);
        QCOMPARE(
            stepvault({"prune", "one", "--keep-best", "1", "--mode", "min", "--metric", "none", "--remember"})
                .code,
            1);
        QCOMPARE(stepvault({"prune", "one", "--dry-run"}).code, 2);
        QCOMPARE(stepvault({"prune", "two", "--keep-last", "3", "--keep-within", "0s", "--remember"}).code,
                 0);
        QCOMPARE(stepvault({"prune", "one", "--dry-run"}).code, 0);
        QCOMPARE(stepvault({"prune", "two", "--keep-last", "3", "--remember"}).code, 0);
        QCOMPARE(steps("one").size(), std::size_t{10});
        QVERIFY(stepvault({"prune", "one", "--dry-run"}).out.contains("would remove 6 of 10"));
        // Rules on the command line replace the vault's rules.
        QVERIFY(stepvault({"prune", "one", "--keep-last", "8", "--dry-run"})
                    .out.contains("would remove 1 of 10"));
        QCOMPARE(stepvault({"prune", "--all"}).code, 0);
        QCOMPARE(steps("one"), (std::vector{10, 80, 90, 100}));
    }

    void the_trash_gives_back_or_frees() {
        const auto twenty = restored(20);
        QVERIFY(stepvault({"trash", "list"}).out.contains("empty"));
        QVERIFY(stepvault({"prune", "one", "--keep-every", "50"}).out.contains("stepvault trash restore"));
        QCOMPARE(stepvault({"prune", "two", "--keep-last", "1"}).code, 0);
        const auto listed = json(stepvault({"trash", "list", "--json"}))["entries"];
        QCOMPARE(listed.size(), std::size_t{2});
        QCOMPARE(listed[0]["run"].get<std::string>(), std::string("one"));
        QCOMPARE(listed[0]["checkpoints"].size(), std::size_t{7});
        QVERIFY(listed[1]["bytes"].get<std::uint64_t>() > 0);
        const auto entry = QString::fromStdString(listed[0]["entry"].get<std::string>());
        const auto other = QString::fromStdString(listed[1]["entry"].get<std::string>());
        QVERIFY(stepvault({"trash", "list"}).out.contains(entry.toUtf8()));

        QCOMPARE(stepvault({"trash", "restore", entry}).code, 0);
        QCOMPARE(steps("one").size(), std::size_t{10});
        QVERIFY(restored(20) == twenty);
        const auto gone = stepvault({"trash", "restore", entry});
        QCOMPARE(gone.code, 1);
        QVERIFY(gone.err.contains(entry.toUtf8()) && gone.err.count('\n') == 1);
        QCOMPARE(stepvault({"trash", "purge"}).code, 2);
        QCOMPARE(stepvault({"trash", "purge", other, "../runs"}).code, 1);
        QCOMPARE(json(stepvault({"trash", "list", "--json"}))["entries"].size(), std::size_t{1});
        QCOMPARE(json(stepvault({"trash", "purge", "--all", "--json"}))["freed_bytes"], listed[1]["bytes"]);
        QVERIFY(stepvault({"trash", "list"}).out.contains("empty"));
        QCOMPARE(steps("two"), (std::vector{10, 40}));
        QCOMPARE(
            json(stepvault({"prune", "one", "--keep-last", "1", "--purge", "--json"}))["runs"][0]["removed"]
                .get<int>(),
            8);
        QVERIFY(stepvault({"trash", "list"}).out.contains("empty"));
    }

    void originals_are_freed_and_come_back() {
        QCOMPARE(stepvault({"free", "one"}).code, 2);
        QVERIFY(stepvault({"free", "one"}).err.contains("give a rule"));
        QCOMPARE(stepvault({"free", "one", "--keep-last", "1", "--up-to-error", "2"}).code, 2);
        const auto run = root_ / "runs/one";
        const auto before = read_text(run / "step_30.safetensors");

        const QStringList rule{"free", "one", "--keep-last", "2", "--up-to-error", "0.9", "--json"};
        const auto planned = json(stepvault(rule + QStringList{"--dry-run"}));
        QCOMPARE(planned["dry_run"].get<bool>(), true);
        QCOMPARE(planned["freed"].get<int>(), 8);
        QCOMPARE(planned["checkpoints"].size(), std::size_t{10});
        QCOMPARE(planned["checkpoints"][0]["fate"].get<std::string>(), std::string("freed"));
        QCOMPARE(planned["checkpoints"][9]["fate"].get<std::string>(), std::string("kept"));
        QVERIFY(fs::exists(run / "step_30.safetensors"));

        const auto freed = json(stepvault(rule));
        QCOMPARE(freed["freed"].get<int>(), 8);
        QCOMPARE(freed["freed_bytes"], planned["freed_bytes"]);
        QVERIFY(!fs::exists(run / "step_30.safetensors") && fs::exists(run / "step_90.safetensors"));
        const auto entry = QString::fromStdString(freed["trash_entry"].get<std::string>());
        const auto listed = stepvault({"trash", "list"});
        QVERIFY2(listed.out.contains("8 original files"), listed.out.constData());
        const auto trash = json(stepvault({"trash", "list", "--json"}))["entries"][0];
        QCOMPARE(trash["originals"].size(), std::size_t{8});
        QCOMPARE(trash["originals"][2]["path"].get<std::string>(), std::string("step_30.safetensors"));

        const auto again = stepvault(rule);
        QCOMPARE(again.code, 0);
        QCOMPARE(json(again)["freed"].get<int>(), 0);
        const auto back = stepvault({"trash", "restore", entry});
        QCOMPARE(back.code, 0);
        QVERIFY2(back.out.contains("restored 8 original files"), back.out.constData());
        QCOMPARE(read_text(run / "step_30.safetensors"), before);
        QCOMPARE(stepvault({"verify"}).code, 0);
    }

    void a_week_is_seven_days() {
        using namespace std::chrono_literals;
        write_run(root_ / "runs/aged", 5);
        const auto now = fs::file_time_type::clock::now();
        const std::pair<int, std::chrono::seconds> ages[] = {
            {10, 24h * 20}, {20, 24h * 8}, {30, 24h * 6}, {40, 24h}, {50, 1h}};
        for (const auto& [step, age] : ages)
            fs::last_write_time(root_ / "runs/aged" / ("step_" + std::to_string(step) + ".safetensors"),
                                now - age);
        QCOMPARE(stepvault({"watch", "--once", "--scheme", "exact", text(root_ / "runs/aged")}).code, 0);
        const auto said = stepvault({"prune", "aged", "--keep-within", "7d", "--dry-run", "--json"});
        QCOMPARE(said.code, 0);
        std::vector<int> kept;
        const auto report = json(said);
        for (const auto& c : report["runs"][0]["checkpoints"]) {
            for (const auto& reason : c["reasons"]) {
                if (reason["rule"] == "within" && reason["keeps"].get<bool>()) kept.push_back(c["step"]);
            }
        }
        QCOMPARE(kept, (std::vector{30, 40, 50}));
    }

    void all_runs_or_none() {
        const auto unknown = stepvault(
            {"prune", "--all", "--keep-last", "1", "--keep-best", "1", "--mode", "min", "--metric", "acc"});
        QCOMPARE(unknown.code, 1);
        QVERIFY(unknown.err.contains("acc") && unknown.err.count('\n') == 1);
        QCOMPARE(steps("one").size(), std::size_t{10});
        QCOMPARE(stepvault({"prune", "--all", "--keep-last", "1"}).code, 0);
        QCOMPARE(steps("one"), (std::vector{10, 100}));
        QCOMPARE(steps("two"), (std::vector{10, 40}));
    }

    void who_files_the_run_is_not_disturbed() {
        const auto lock = FileLock::acquire(folder() / "lock");
        VERIFY_OK(lock);
        QCOMPARE(stepvault({"prune", "one", "--keep-last", "1", "--dry-run"}).code, 0);
        const auto locked = stepvault({"prune", "one", "--keep-last", "1"});
        QCOMPARE(locked.code, 1);
        QCOMPARE(locked.err.count('\n'), 1);
        QCOMPARE(steps("one").size(), std::size_t{10});
        const auto others = stepvault({"prune", "--all", "--keep-last", "1", "--json"});
        QCOMPARE(others.code, 1);
        QCOMPARE(json(others)["runs"].size(), std::size_t{1});
        QCOMPARE(json(others)["runs"][0]["name"].get<std::string>(), std::string("two"));
        QCOMPARE(steps("two"), (std::vector{10, 40}));
    }

    void a_kill_leaves_the_rest_whole() {
        std::map<int, std::string> originals;
        for (int step = 10; step <= 100; step += 10)
            originals[step] = restored(step);
        for (int delay = 1; delay < 400 && steps("one").size() > 3; delay += 1 + delay / 2) {
            QProcess process;
            process.start(QStringLiteral(STEPVAULT_EXECUTABLE),
                          {"prune", "one", "--keep-every", "40", "--keep-first", "--vault", vault_});
            QVERIFY(process.waitForStarted());
            QThread::msleep(static_cast<unsigned long>(delay));
            process.kill();
            process.waitForFinished();
            QCOMPARE(stepvault({"verify"}).code, 0);
        }
        QCOMPARE(stepvault({"prune", "one", "--keep-every", "40", "--keep-first"}).code, 0);
        QCOMPARE(steps("one"), (std::vector{10, 40, 80}));
        for (const int step : {10, 40, 80})
            QVERIFY(restored(step) == originals[step]);
        QCOMPARE(stepvault({"verify"}).code, 0);
        watch();
        QCOMPARE(steps("one"), (std::vector{10, 40, 80}));
        // Restores each prune's trash entry, the last entry first.
        const auto entries = json(stepvault({"trash", "list", "--json"}))["entries"];
        for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
            QCOMPARE(
                stepvault({"trash", "restore", QString::fromStdString((*entry)["entry"].get<std::string>())})
                    .code,
                0);
        QCOMPARE(steps("one").size(), std::size_t{10});
        for (const auto& [step, bytes] : originals)
            QVERIFY(restored(step) == bytes);
    }
};

STEPVAULT_TEST(TestPruneCommand)

}  // namespace test_prune_command

#include "test_prune_command.moc"
