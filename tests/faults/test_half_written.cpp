#include <csignal>
#include <fcntl.h>
#include <set>
#include <thread>
#include <unistd.h>

#include <QTemporaryDir>

#include "command.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_half_written {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// A training script's way of saving: slowly, stopped in the middle, by renaming, or by rewriting in place.
class Writer {
 public:
    explicit Writer(fs::path path) : path_(std::move(path)) {}

    void open(int flags) { fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | flags, 0644); }
    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto n = ::write(fd_, bytes.data(), bytes.size());
            if (n <= 0) return;
            bytes.remove_prefix(static_cast<std::size_t>(n));
        }
    }
    void close() { ::close(fd_); }

 private:
    fs::path path_;
    int fd_ = -1;
};

void pause(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

}  // namespace

/// Filing while the run writes: each filed checkpoint is a version that the writer had finished.
class TestHalfWritten : public QObject {
    Q_OBJECT

 private slots:
    void only_finished_files_are_filed() {
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        fs::create_directories(root / "run");
        Training training(1, 20000);
        std::set<std::string> finished;
        const auto next = [&] {
            training.next();
            return training.bytes();
        };
        QProcess watch;
        watch.start(QStringLiteral(STEPVAULT_EXECUTABLE),
                    {"watch", text(root / "run"), "--scheme", "exact", "--vault", text(root / "vault")});
        QVERIFY(watch.waitForStarted());

        // Half a file, a pause longer than settling takes, then the other half, with the descriptor open all
        // the time.
        auto bytes = next();
        finished.insert(bytes);
        Writer slow(root / "run/step_1.safetensors");
        slow.open(O_TRUNC);
        slow.write(std::string_view(bytes).substr(0, bytes.size() / 2));
        // Likewise, but with the file closed in between: only its content shows that it is incomplete.
        const auto appended = next();
        finished.insert(appended);
        Writer reopened(root / "run/step_2.safetensors");
        reopened.open(O_TRUNC);
        reopened.write(std::string_view(appended).substr(0, appended.size() / 3));
        reopened.close();
        // Allocated at full size first, as newer writers do, and held open.
        const auto preallocated = next();
        finished.insert(preallocated);
        Writer sized(root / "run/step_3.safetensors");
        sized.open(O_TRUNC);
        QCOMPARE(
            ::truncate((root / "run/step_3.safetensors").c_str(), static_cast<off_t>(preallocated.size())),
            0);
        sized.write(std::string_view(preallocated).substr(0, 5000));
        // No known format: only the open descriptor shows that the file is incomplete.
        const std::string opaque(300000, 'x');
        finished.insert(opaque);
        Writer raw(root / "run/step_4.pt");
        raw.open(O_TRUNC);
        raw.write(std::string_view(opaque).substr(0, 1000));
        pause(3500);
        QCOMPARE(list(root / "vault")["runs"].size(), std::size_t{1});
        QVERIFY(list(root / "vault")["runs"][0]["checkpoints"].empty());
        slow.write(std::string_view(bytes).substr(bytes.size() / 2));
        slow.close();
        reopened.open(O_APPEND);
        reopened.write(std::string_view(appended).substr(appended.size() / 3));
        reopened.close();
        sized.write(std::string_view(preallocated).substr(5000));
        sized.close();
        raw.write(std::string_view(opaque).substr(1000));
        raw.close();

        // Rewritten in place repeatedly, with and without truncating first.
        std::size_t rewrites = 0;
        for (int i = 0; i < 6; ++i) {
            const auto version = next();
            finished.insert(version);
            Writer last(root / "run/last_5.safetensors");
            last.open(i % 2 == 0 ? O_TRUNC : 0);
            last.write(std::string_view(version).substr(0, version.size() / 2));
            pause(i * 150);
            last.write(std::string_view(version).substr(version.size() / 2));
            last.close();
            // Written under a temporary name, then renamed over the file.
            const auto renamed = next();
            finished.insert(renamed);
            Writer temporary(root / "run/best_6.safetensors.tmp");
            temporary.open(O_TRUNC);
            temporary.write(renamed);
            temporary.close();
            fs::rename(root / "run/best_6.safetensors.tmp", root / "run/best_6.safetensors");
            pause(i == 2 ? 2600 : 400);
            ++rewrites;
        }
        QTRY_VERIFY_WITH_TIMEOUT(list(root / "vault")["runs"][0]["checkpoints"].size() >= 6, 20000);
        pause(2500);
        // The signal by which the program wakes its own thread.
        QCOMPARE(::kill(static_cast<pid_t>(watch.processId()), SIGUSR1), 0);
        QVERIFY(!watch.waitForFinished(200));
        watch.terminate();
        QVERIFY(watch.waitForFinished());
        QCOMPARE(watch.exitCode(), 130);

        std::set<std::string> sources;
        const auto listed = list(root / "vault");
        for (const auto& c : listed["runs"][0]["checkpoints"]) {
            const auto output = root / "out" / c["id"].get<std::string>();
            const auto restored =
                run_stepvault({"restore", "--run", "run", "--id", QString::fromStdString(c["id"]), "--output",
                               text(output), "--vault", text(root / "vault")});
            QVERIFY2(restored.code == 0, restored.err.constData());
            QVERIFY2(finished.contains(read_text(output)), c["source"].get<std::string>().c_str());
            sources.insert(c["source"]);
        }
        QCOMPARE(sources,
                 (std::set<std::string>{"best_6.safetensors", "last_5.safetensors", "step_1.safetensors",
                                        "step_2.safetensors", "step_3.safetensors", "step_4.pt"}));
        QCOMPARE(rewrites, std::size_t{6});
    }
};

STEPVAULT_TEST(TestHalfWritten)

}  // namespace test_half_written

#include "test_half_written.moc"
