#include <random>
#include <thread>

#include <QTemporaryDir>

#include "command.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_kill_watch {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

/// SIGKILL ends `stepvault watch` at any moment; the vault stays intact and the next start continues.
class TestKillWatch : public QObject {
    Q_OBJECT

 private slots:
    void every_kill_leaves_a_vault_that_goes_on() {
        // 50 kills by default; set STEPVAULT_KILLS for a longer test.
        const int kills = qEnvironmentVariable("STEPVAULT_KILLS", "50").toInt();
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        std::mt19937 random(1);
        Training training(1, 400000);
        std::map<std::string, std::string> originals;
        fs::create_directories(root / "run");
        const auto save = [&] {
            const auto name = "step_" + std::to_string(training.step()) + ".safetensors";
            originals[name] = training.bytes();
            write_text(root / ".incoming", originals[name]);
            fs::last_write_time(root / ".incoming",
                                fs::file_time_type::clock::now() - std::chrono::minutes(1));
            fs::rename(root / ".incoming", root / "run" / name);
            training.next();
        };
        const QStringList watch{"watch", text(root / "run"), "--scheme",
                                "exact", "--vault",          text(root / "vault")};
        std::size_t most = 0;
        for (int i = 0; i < kills; ++i) {
            if (originals.size() < 12 || i % 8 == 0) save();
            QProcess process;
            process.start(QStringLiteral(STEPVAULT_EXECUTABLE), watch);
            QVERIFY(process.waitForStarted());
            std::this_thread::sleep_for(std::chrono::milliseconds(random() % 250));
            process.kill();
            QVERIFY(process.waitForFinished());
            if (!fs::exists(root / "vault" / "vault.json")) continue;
            const auto verified = run_stepvault({"verify", "--vault", text(root / "vault")});
            QVERIFY2(verified.code == 0, (verified.out + verified.err).constData());
            const auto listed = list(root / "vault");
            const auto known = listed["runs"].empty() ? 0 : listed["runs"][0]["checkpoints"].size();
            // A checkpoint that was listed once stays listed.
            QVERIFY(known >= most);
            most = std::max(most, known);
        }
        const auto once = run_stepvault(watch + QStringList{"--once"});
        QVERIFY2(once.code == 0, once.err.constData());
        const auto listed = list(root / "vault");
        QCOMPARE(listed["runs"].size(), std::size_t{1});
        const auto& checkpoints = listed["runs"][0]["checkpoints"];
        QCOMPARE(checkpoints.size(), originals.size());
        for (const auto& c : checkpoints) {
            const auto output = root / "out" / c["source"].get<std::string>();
            const auto restored =
                run_stepvault({"restore", "--run", "run", "--id", QString::fromStdString(c["id"]), "--output",
                               text(output), "--vault", text(root / "vault")});
            QVERIFY2(restored.code == 0, restored.err.constData());
            QVERIFY(read_text(output) == originals[c["source"]]);
        }
        for (const auto& entry : fs::recursive_directory_iterator(root / "vault")) {
            QVERIFY2(!entry.path().filename().native().starts_with(".svtmp-"), entry.path().c_str());
        }
    }
};

STEPVAULT_TEST(TestKillWatch)

}  // namespace test_kill_watch

#include "test_kill_watch.moc"
