#include <thread>

#include <QTemporaryDir>

#include "command.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_side_by_side {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

/// Two watchers, restore, list and verify at the same time, on one vault and one growing run.
class TestSideBySide : public QObject {
    Q_OBJECT

 private slots:
    void nobody_reads_a_torn_state() {
        const int rounds = qEnvironmentVariable("STEPVAULT_ROUNDS", "12").toInt();
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        fs::create_directories(root / "run");
        const auto vault = text(root / "vault");
        std::map<std::string, std::string> originals;
        Training training(1, 50000);
        const auto save = [&] {
            const auto name = "step_" + std::to_string(training.step()) + ".safetensors";
            originals[name] = training.bytes();
            write_text(root / "run.tmp", originals[name]);
            fs::last_write_time(root / "run.tmp", fs::file_time_type::clock::now() - std::chrono::minutes(1));
            fs::rename(root / "run.tmp", root / "run" / name);
            training.next();
        };
        save();
        const QStringList watch{"watch", text(root / "run"), "--scheme", "exact", "--vault", vault};
        QProcess first;
        QProcess second;
        first.start(QStringLiteral(STEPVAULT_EXECUTABLE), watch);
        second.start(QStringLiteral(STEPVAULT_EXECUTABLE), watch);
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(root / "vault/vault.json") &&
                                     list(root / "vault").contains("runs") &&
                                     !list(root / "vault")["runs"].empty(),
                                 20000);
        std::size_t most = 0;
        for (int round = 0; round < rounds; ++round) {
            if (round < 40) save();
            const auto listed = list(root / "vault");
            QVERIFY(listed.is_object());
            QCOMPARE(listed["runs"].size(), std::size_t{1});
            const auto& checkpoints = listed["runs"][0]["checkpoints"];
            QVERIFY(checkpoints.size() >= most && checkpoints.size() <= originals.size());
            most = checkpoints.size();
            if (most == 0) continue;
            for (const auto& c : checkpoints)
                QCOMPARE(c["original_bytes"].get<std::size_t>(), originals[c["source"]].size());
            const auto& c = checkpoints[static_cast<std::size_t>(round * 7) % most];
            const auto output = root / "out" / std::to_string(round);
            const auto restored =
                run_stepvault({"restore", "--run", "run", "--step", QString::number(c["step"].get<int>()),
                               "--output", text(output), "--vault", vault});
            QVERIFY2(restored.code == 0, restored.err.constData());
            QVERIFY(read_text(output) == originals[c["source"]]);
            fs::remove(output);
            if (round % 4 == 0) {
                const auto verified = run_stepvault({"verify", "--vault", vault});
                QVERIFY2(verified.code == 0, (verified.out + verified.err).constData());
            }
        }
        QTRY_COMPARE_WITH_TIMEOUT(list(root / "vault")["runs"][0]["checkpoints"].size(), originals.size(),
                                  30000);
        first.terminate();
        second.terminate();
        QVERIFY(first.waitForFinished() && second.waitForFinished());
        QCOMPARE(first.exitCode(), 130);
        QCOMPARE(second.exitCode(), 130);
        // One of the two watchers only viewed the vault.
        const bool one = first.readAllStandardOutput().contains("viewing");
        const bool two = second.readAllStandardOutput().contains("viewing");
        QVERIFY(one != two);
    }
};

STEPVAULT_TEST(TestSideBySide)

}  // namespace test_side_by_side

#include "test_side_by_side.moc"
