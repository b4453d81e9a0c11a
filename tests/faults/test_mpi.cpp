// stepvault-mpi, run the way a user runs it: several processes on this machine, folders as nodes.
#include <csignal>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "command.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_mpi {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

QStringList mpirun(int ranks, const QString& executable = QStringLiteral(STEPVAULT_MPI_EXECUTABLE)) {
    QStringList arguments{"--oversubscribe", "-n", QString::number(ranks)};
    if (geteuid() == 0) arguments.prepend("--allow-run-as-root");
    return arguments << executable;
}

}  // namespace

class TestMpi : public QObject {
    Q_OBJECT

    const QStringList exact_base_{"--base", "exact"};
    std::unique_ptr<QTemporaryDir> dir_;
    fs::path root_;
    Training training_{5, 300'000};

    Outcome run(int ranks, const QStringList& arguments) const {
        QProcess process;
        process.start(QStringLiteral(MPIRUN), mpirun(ranks) + arguments + where());
        return outcome_of(process);
    }
    [[nodiscard]] QStringList where() const {
        return {"--vault", text(root_ / "vault"), "--node-folder", text(root_ / "node%n"), "--nodes", "4"};
    }
    QString next_checkpoint(int step) {
        const auto file = root_ / ("run/step_" + std::to_string(step) + ".safetensors");
        write_text(file, training_.bytes());
        training_.next();
        return text(file);
    }
    Outcome save(int ranks, int step, int level) {
        return run(ranks, {"save", next_checkpoint(step), "--run", "r", "--level", QString::number(level)});
    }
    void lose(std::initializer_list<int> nodes) const {
        for (const int n : nodes)
            fs::remove_all(root_ / ("node" + std::to_string(n)));
    }
    /// The state that a single process restores from the same checkpoints. `base`: exact where a save outside
    /// the vault may build on it.
    [[nodiscard]] std::string alone(std::initializer_list<int> steps, const QStringList& base = {}) const {
        const auto vault = text(root_ / "alone");
        fs::remove_all(root_ / "alone");
        for (const int step : steps)
            run_stepvault(QStringList{"ingest",
                                      text(root_ / ("run/step_" + std::to_string(step) + ".safetensors")),
                                      "--run", "r", "--vault", vault} +
                          base);
        const auto out = root_ / "alone.out";
        // A failed restore must not leave the previous restore's file.
        fs::remove(out);
        const auto said =
            run_stepvault({"restore", "--run", "r", "--step", QString::number(*(steps.end() - 1)), "--output",
                           text(out), "--vault", vault});
        return said.code == 0 ? read_text(out) : said.err.toStdString();
    }
    [[nodiscard]] std::string restored(int ranks) const {
        const auto out = root_ / "restored";
        const auto said = run(ranks, {"restore", "--run", "r", "--output", text(out), "--force"});
        if (said.code != 0) qWarning("%s", said.err.constData());
        return said.code == 0 ? read_text(out) : "";
    }

 private slots:
    void initTestCase() {
        // Open MPI may not work in containers without a network.
        if (QProcess::execute(QStringLiteral(MPIRUN), mpirun(2, "true")) != 0)
            QSKIP("mpirun cannot start anything here");
    }

    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        root_ = dir_->path().toStdString();
    }

    void what_ranks_save_restores_as_if_one_had_data() {
        QTest::addColumn<int>("ranks");
        QTest::newRow("2 ranks") << 2;
        QTest::newRow("4 ranks") << 4;
    }
    void what_ranks_save_restores_as_if_one_had() {
        QFETCH(int, ranks);
        QCOMPARE(save(ranks, 10, 4).code, 0);
        QCOMPARE(save(ranks, 20, 4).code, 0);
        QVERIFY(!alone({10, 20}, exact_base_).empty());
        QCOMPARE(restored(ranks), alone({10, 20}, exact_base_));
        // The command line reads a vault that stepvault-mpi wrote.
        QCOMPARE(run_stepvault({"verify", "--vault", text(root_ / "vault")}).code, 0);
        QCOMPARE(list(root_ / "vault")["runs"][0]["checkpoints"].size(), std::size_t{2});
    }

    void levels_survive_what_they_promise() {
        QCOMPARE(save(2, 10, 4).code, 0);
        QCOMPARE(save(4, 20, 3).code, 0);
        lose({0, 2});
        QCOMPARE(restored(2), alone({10, 20}, exact_base_));
        QCOMPARE(save(2, 30, 2).code, 0);
        lose({3});
        QCOMPARE(restored(4), alone({10, 20, 30}, exact_base_));
    }

    void one_more_loss_is_said_and_what_is_left_restores() {
        QCOMPARE(save(2, 10, 4).code, 0);
        QCOMPARE(save(2, 20, 3).code, 0);
        lose({0, 1, 2});
        const auto rebuilt = run(2, {"rebuild", "--run", "r"});
        QCOMPARE(rebuilt.code, 3);
        QVERIFY2(rebuilt.err.contains("nodes 0, 1, 2 are lost"), rebuilt.err.constData());
        QVERIFY(rebuilt.err.contains("000000000010-"));
        QCOMPARE(restored(2), alone({10}));
    }

    void a_save_that_was_stopped_does_not_hide_the_one_before() {
        QCOMPARE(save(2, 10, 4).code, 0);
        QCOMPARE(save(2, 20, 3).code, 0);
        // The save was killed after it had created its folder.
        const auto run_folder = fs::directory_iterator(root_ / "node1")->path();
        fs::create_directory(run_folder / make_checkpoint_id(30, "step_30.safetensors", 1));
        QCOMPARE(restored(2), alone({10, 20}, exact_base_));
    }

    void a_step_saved_again_spares_the_first_until_all_have_written() {
        QCOMPARE(save(2, 10, 4).code, 0);
        QCOMPARE(save(2, 20, 1).code, 0);
        const auto first = alone({10, 20}, exact_base_);
        // Node 3 cannot store the second checkpoint.
        const auto run_folder = fs::directory_iterator(root_ / "node3")->path();
        const auto in_the_way = run_folder / make_checkpoint_id(20, "step_20.safetensors", 2);
        write_text(in_the_way, "no folder");
        QCOMPARE(save(2, 20, 1).code, 1);
        QCOMPARE(restored(2), first);
    }

    void levels_that_would_not_hold_are_refused() {
        const auto file = next_checkpoint(10);
        for (const QStringList& where_to :
             {QStringList{"--level", "2", "--nodes", "1", "--node-folder", text(root_ / "n%n")},
              QStringList{"--level", "3", "--nodes", "4", "--node-folder", text(root_ / "n")}}) {
            QProcess process;
            process.start(QStringLiteral(MPIRUN),
                          mpirun(2) +
                              QStringList{"save", file, "--run", "r", "--vault", text(root_ / "vault")} +
                              where_to);
            QVERIFY(process.waitForFinished(60000));
            QCOMPARE(process.exitCode(), 1);
            QVERIFY(process.readAllStandardError().contains("node"));
        }
        QVERIFY(!fs::exists(root_ / "n"));
    }

    void a_save_reports_what_it_did() {
        const auto saved =
            run(3, {"save", next_checkpoint(10), "--run", "r", "--weights", "1,1,2", "--json"});
        QVERIFY2(saved.code == 0, saved.err.constData());
        const auto report = nlohmann::json::parse(saved.out.toStdString(), nullptr, false);
        QVERIFY(report["id"].get<std::string>().starts_with("000000000010-"));
        QCOMPARE(report["level"], 4);
        QCOMPARE(report["processes"], 3);
        QCOMPARE(report["bytes"], fs::file_size(root_ / "run/step_10.safetensors"));
        QCOMPARE(report["stored_bytes"], list(root_ / "vault")["runs"][0]["checkpoints"][0]["stored_bytes"]);
        QVERIFY(report["seconds"].get<double>() > 0);
        QCOMPARE(report["ranks"].size(), std::size_t{3});
        std::uint64_t bytes = 0;
        for (const auto& rank : report["ranks"])
            bytes += rank["bytes"].get<std::uint64_t>();
        QCOMPARE(bytes, report["bytes"].get<std::uint64_t>());
        QCOMPARE(restored(2), alone({10}));
        QCOMPARE(run(2, {"save", next_checkpoint(20), "--run", "r", "--weights", "1,1,2"}).code, 1);
    }

    void the_level_that_is_due_is_saved() {
        const QStringList due{"--run", "r", "--intervals", "0,3000,0,6000"};
        QVERIFY(run(2, QStringList{"save", next_checkpoint(10)} + due).out.contains("on level 4"));
        const auto none = run(2, QStringList{"save", next_checkpoint(20)} + due);
        QCOMPARE(none.code, 0);
        QCOMPARE(none.out, QByteArray("no level is due\n"));
        QCOMPARE(list(root_ / "vault")["runs"][0]["checkpoints"].size(), std::size_t{1});
        QCOMPARE(run(2, {"save", next_checkpoint(30), "--run", "r", "--intervals", "1,2"}).code, 2);
    }

    void damage_on_a_node_is_named() {
        QCOMPARE(save(2, 10, 4).code, 0);
        QCOMPARE(save(2, 20, 3).code, 0);
        QCOMPARE(run(2, {"verify", "--run", "r"}).code, 0);
        for (const auto& entry : fs::recursive_directory_iterator(root_ / "node2")) {
            if (entry.path().filename() != "own") continue;
            auto bytes = read_text(entry.path());
            bytes[bytes.size() / 2] ^= 1;
            write_text(entry.path(), bytes);
        }
        const auto verified = run(4, {"verify", "--run", "r"});
        QCOMPARE(verified.code, 3);
        QVERIFY(verified.out.contains("node 2"));
        QCOMPARE(restored(2), alone({10, 20}, exact_base_));
    }

    void all_stop_with_one_message() {
        for (const QStringList& arguments :
             {QStringList{"save", "/nonexistent", "--run", "r"},
              QStringList{"restore", "--run", "r", "--output", text(root_ / "x")}}) {
            const auto said = run(3, arguments);
            QCOMPARE(said.code, 1);
            QCOMPARE(said.err.count("stepvault-mpi: "), 1);
        }
    }

    void a_rank_that_is_killed_leaves_the_checkpoint_before() {
        const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
        const int kills = is_long ? 20 : 2;
        std::mt19937_64 random(3);
        QCOMPARE(save(2, 10, 4).code, 0);
        std::string last = alone({10});
        for (int n = 0; n < kills; ++n) {
            const auto file = next_checkpoint(20 + n);
            QProcess process;
            process.start(QStringLiteral(MPIRUN),
                          mpirun(2) +
                              QStringList{"save", file, "--run", "r", "--level", n % 2 == 0 ? "4" : "3"} +
                              where());
            QVERIFY(process.waitForStarted());
            QThread::msleep(100 + random() % 500);
            QProcess::execute("pkill",
                              {"-KILL", "-n", "-f", QStringLiteral(STEPVAULT_MPI_EXECUTABLE) + " save"});
            process.waitForFinished(60000);
            // The save finished before the kill, or left nothing; never half a checkpoint.
            QCOMPARE(run_stepvault({"verify", "--vault", text(root_ / "vault")}).code, 0);
            const auto now = restored(2);
            QVERIFY(!now.empty());
            const auto checkpoints = list(root_ / "vault")["runs"][0]["checkpoints"];
            const bool is_saved = std::ranges::any_of(
                checkpoints, [&](const auto& c) { return c["step"].template get<int>() == 20 + n; });
            QVERIFY(is_saved || (process.exitCode() != 0 && now == last));
            last = now;
        }
    }
};

STEPVAULT_TEST(TestMpi)

}  // namespace test_mpi

#include "test_mpi.moc"
