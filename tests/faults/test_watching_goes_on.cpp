#include <algorithm>
#include <vector>

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include "command.h"
#include "support/mounted.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_watching_goes_on {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

/// `stepvault watch` while a folder is missing and while the vault's disk is full.
class TestWatchingGoesOn : public QObject {
    Q_OBJECT

    /// A `stepvault watch` process whose output is read line by line.
    class Watch {
     public:
        explicit Watch(const QStringList& arguments) {
            process_.start(QStringLiteral(STEPVAULT_EXECUTABLE), QStringList{"watch"} + arguments);
        }
        /// The next line that contains all of these words; empty, with a warning, if none comes.
        QString line_with(const QStringList& words) {
            QElapsedTimer waited;
            for (waited.start(); waited.elapsed() < 60000; process_.waitForReadyRead(100)) {
                while (process_.canReadLine()) {
                    lines_ << QString::fromUtf8(process_.readLine()).trimmed();
                    const auto& line = lines_.last();
                    if (std::ranges::all_of(words, [&](const auto& word) { return line.contains(word); }))
                        return line;
                }
            }
            qWarning("not said: %s; but: %s", qPrintable(words.join(' ')), qPrintable(lines_.join('\n')));
            return {};
        }
        /// The number of lines read so far that begin with `begin`.
        [[nodiscard]] qsizetype count(const QString& begin) const {
            return std::ranges::count_if(lines_, [&](const auto& line) { return line.startsWith(begin); });
        }
        int end() {
            process_.terminate();
            return process_.waitForFinished() ? process_.exitCode() : -1;
        }

     private:
        QProcess process_;
        QStringList lines_;
    };

    static void save(const fs::path& run, Training& training) {
        write_text(run.parent_path() / ".incoming", training.bytes());
        fs::last_write_time(run.parent_path() / ".incoming",
                            fs::file_time_type::clock::now() - std::chrono::minutes(1));
        fs::create_directories(run);
        fs::rename(run.parent_path() / ".incoming",
                   run / ("step_" + std::to_string(training.step()) + ".safetensors"));
        training.next();
    }
    static std::size_t filed(const fs::path& vault) {
        std::size_t checkpoints = 0;
        const auto listed = list(vault);
        for (const auto& run : listed["runs"])
            checkpoints += run["checkpoints"].size();
        return checkpoints;
    }

 private slots:
    void a_missing_folder_is_taken_up_and_stops_no_other() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        Training training(1, 2000);
        save(root / "here/a", training);
        const QStringList watched{text(root / "late"), text(root / "here"), "--vault", text(root / "vault")};
        Watch watch(watched);
        QVERIFY(!watch.line_with({"failed", "late", "No such file", "comes back"}).isEmpty());
        QVERIFY(!watch.line_with({"filed", "a/"}).isEmpty());
        fs::create_directory(root / "coming");
        save(root / "coming/b", training);
        save(root / "coming/b", training);
        fs::rename(root / "coming", root / "late");
        QElapsedTimer waited;
        waited.start();
        QVERIFY(!watch.line_with({"recovered", text(root / "late")}).isEmpty());
        // The watcher checks it again at least every 5 s.
        QVERIFY2(waited.elapsed() < 7000, qPrintable(QString::number(waited.elapsed())));
        for (int i = 0; i < 2; ++i)
            QVERIFY(!watch.line_with({"filed", "b/"}).isEmpty());
        QCOMPARE(watch.end(), 130);
        QCOMPARE(watch.count("failed"), 1);
        QCOMPARE(filed(root / "vault"), std::size_t{3});

        fs::remove_all(root / "late");
        save(root / "here/a", training);
        const auto once = run_stepvault(QStringList{"watch", "--once"} + watched);
        QCOMPARE(once.code, 1);
        QCOMPARE(once.err.count('\n'), 1);
        QVERIFY2(once.err.contains("late") && once.err.contains("No such file"), once.err.constData());
        QCOMPARE(filed(root / "vault"), std::size_t{4});
    }

    void a_full_vault_says_what_waits_and_files_it() {
        if (!have_own_mounts()) QSKIP("may not mount anything");
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        fs::create_directory(root / "vault");
        const auto memory = Mounted::memory(root / "vault", 1 << 22);
        if (!memory.works()) QSKIP("may not mount anything");
        Training training(1, 2000);
        save(root / "runs/a", training);
        Watch watch({text(root / "runs"), "--vault", text(root / "vault")});
        QVERIFY(!watch.line_with({"filed", "a/"}).isEmpty());
        fill_disk(root / "vault/ballast");
        for (int i = 0; i < 3; ++i)
            save(root / "runs/a", training);
        QVERIFY(!watch.line_with({"failed", "a: 3 checkpoints wait", "No space"}).isEmpty());
        // A full vault can be opened again.
        QCOMPARE(watch.end(), 130);
        QCOMPARE(filed(root / "vault"), std::size_t{1});
        Watch again({text(root / "runs"), "--vault", text(root / "vault")});
        QVERIFY(!again.line_with({"failed", "a: 3 checkpoints wait", "No space"}).isEmpty());
        fs::remove(root / "vault/ballast");
        for (int i = 0; i < 3; ++i)
            QVERIFY(!again.line_with({"filed", "a/"}).isEmpty());
        QVERIFY(!again.line_with({"recovered", "a"}).isEmpty());
        QCOMPARE(again.end(), 130);
        QCOMPARE(again.count("failed"), 1);
        QCOMPARE(filed(root / "vault"), std::size_t{4});
        const auto verified = run_stepvault({"verify", "--vault", text(root / "vault")});
        QVERIFY2(verified.code == 0, (verified.out + verified.err).constData());
    }
};

STEPVAULT_TEST(TestWatchingGoesOn)

}  // namespace test_watching_goes_on

#include "test_watching_goes_on.moc"
