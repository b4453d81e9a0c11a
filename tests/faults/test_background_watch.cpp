#include <csignal>
#include <filesystem>
#include <fstream>

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "command.h"
#include "ssh_machine.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_background_watch {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

/// `stepvault watch --detach`, with real processes.
class TestBackgroundWatch : public QObject {
    Q_OBJECT

    std::optional<QTemporaryDir> dir_;

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    [[nodiscard]] QString vault() const { return text(root() / "vault"); }
    [[nodiscard]] QProcessEnvironment environment() const {
        auto all = QProcessEnvironment::systemEnvironment();
        all.insert("HOME", dir_->path());
        all.insert("XDG_STATE_HOME", dir_->filePath("state"));
        all.insert("XDG_CACHE_HOME", dir_->filePath("cache"));
        all.insert("STEPVAULT_NO_SYSTEMD", "1");
        all.remove("STEPVAULT_NOTIFY");
        return all;
    }
    [[nodiscard]] Outcome watch(const QStringList& arguments) const {
        QProcess process;
        process.setProcessEnvironment(environment());
        process.start(QStringLiteral(STEPVAULT_EXECUTABLE),
                      QStringList{"--vault", vault(), "watch"} + arguments);
        return outcome_of(process);
    }
    [[nodiscard]] nlohmann::json watches() const {
        const auto listed = watch({"--list", "--json"});
        return nlohmann::json::parse(listed.out.toStdString(), nullptr, false)["watches"];
    }
    void save(const fs::path& run, Training& training) const {
        const auto incoming = root() / ".incoming";
        write_text(incoming, training.bytes());
        fs::last_write_time(incoming, fs::file_time_type::clock::now() - std::chrono::minutes(1));
        fs::create_directories(run);
        fs::rename(incoming, run / ("step_" + std::to_string(training.step()) + ".safetensors"));
        training.next();
    }
    [[nodiscard]] std::size_t stored() const {
        std::size_t checkpoints = 0;
        const auto listed = list(root() / "vault");
        if (!listed.is_object()) return 0;
        for (const auto& run : listed["runs"])
            checkpoints += run["checkpoints"].size();
        return checkpoints;
    }
    [[nodiscard]] std::size_t files_in(const fs::path& folder) const {
        std::error_code ec;
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder, ec), {}));
    }

 private slots:
    void init() { dir_.emplace(); }
    void cleanup() {
        (void)watch({"--stop", "all"});
        dir_.reset();
    }

    void it_goes_on_when_the_command_has_ended() {
        Training training(1, 2000);
        save(root() / "runs/a", training);
        const auto runs = text(root() / "runs");
        const auto started = watch({runs, "--detach", "--scheme", "lc", "--bits", "2", "--json"});
        QVERIFY2(started.code == 0, started.err.constData());
        const auto json = nlohmann::json::parse(started.out.toStdString(), nullptr, false);
        QCOMPARE(json["folders"][0], runs.toStdString());
        QCOMPARE(json["unit"], "");
        QTRY_COMPARE_WITH_TIMEOUT(stored(), std::size_t{1}, 60000);
        save(root() / "runs/a", training);
        QTRY_COMPARE_WITH_TIMEOUT(stored(), std::size_t{2}, 60000);
        const auto scheme = list(root() / "vault")["runs"][0]["checkpoints"][1]["scheme"];
        QCOMPARE(scheme, "lc");
        const auto listed = watches();
        QCOMPARE(listed.size(), std::size_t{1});
        QCOMPARE(listed[0]["id"], json["id"]);

        // The process has nothing of the command's.
        const auto process = "/proc/" + std::to_string(json["pid"].get<int>());
        QCOMPARE(fs::read_symlink(process + "/fd/0"), fs::path("/dev/null"));
        QCOMPARE(fs::read_symlink(process + "/fd/1").string(), json["log"].get<std::string>());
        QCOMPARE(fs::read_symlink(process + "/fd/2").string(), json["log"].get<std::string>());
        QCOMPARE(fs::read_symlink(process + "/cwd"), fs::path("/"));

        const auto again = watch({text(root() / "runs/a"), "--detach"});
        QCOMPARE(again.code, 1);
        QVERIFY2(again.err.contains("is watched in the background already") && again.err.count('\n') == 1,
                 again.err.constData());
        const auto move = run_stepvault({"--vault", vault(), "move", text(root() / "elsewhere")});
        QVERIFY2(move.code == 1 && move.err.contains("in use"), move.err.constData());

        const auto stopped = watch({"--stop", QString::fromStdString(json["id"].get<std::string>())});
        QVERIFY2(stopped.code == 0, stopped.err.constData());
        QVERIFY(watches().empty());
        QCOMPARE(files_in(root() / "vault/watches"), std::size_t{0});
        QVERIFY(!fs::exists(fs::path(json["log"].get<std::string>()).parent_path()));
        QCOMPARE(run_stepvault({"verify", "--vault", vault()}).code, 0);
        QCOMPARE(watch({"--stop", "01234567"}).code, 1);
    }

    void a_killed_one_is_forgotten() {
        fs::create_directories(root() / "runs");
        const auto started = watch({text(root() / "runs"), "--detach", "--json"});
        QVERIFY2(started.code == 0, started.err.constData());
        const auto json = nlohmann::json::parse(started.out.toStdString(), nullptr, false);
        QCOMPARE(::kill(json["pid"].get<int>(), SIGKILL), 0);
        QTRY_VERIFY(watches().empty());
        QCOMPARE(files_in(root() / "vault/watches"), std::size_t{0});
        // The next one removes the log of the dead one.
        const auto next = watch({text(root() / "runs"), "--detach"});
        QVERIFY2(next.code == 0, next.err.constData());
        QCOMPARE(files_in(root() / "state/stepvault"), std::size_t{1});
        QCOMPARE(watch({"--stop", "all"}).code, 0);
    }

    void a_hostile_record_stops_nobody() {
        fs::create_directories(root() / "runs");
        QCOMPARE(watch({text(root() / "runs"), "--once"}).code, 0);
        QProcess other;
        other.start("sleep", {"100"});
        QVERIFY(other.waitForStarted());
        const auto file = root() / "vault/watches/0123abcd.json";
        fs::create_directories(file.parent_path());
        // sleep does not watch, although the record is locked and names it.
        write_text(file, R"({"format":1,"host":")" + QSysInfo::machineHostName().toStdString() +
                             R"(","pid":)" + std::to_string(other.processId()) +
                             R"(,"unit":"","folders":["/x"],"started":1,"log":"/y"})");
        QProcess holder;
        holder.start("flock", {text(file), "sleep", "100"});
        if (!holder.waitForStarted()) QSKIP("flock is not installed");
        QTRY_COMPARE(watches().size(), std::size_t{1});
        const auto stopped = watch({"--stop", "0123abcd"});
        QCOMPARE(stopped.code, 1);
        QCOMPARE(other.state(), QProcess::Running);
        other.kill();
        other.waitForFinished();
        QProcess::execute("pkill", {"-P", QString::number(holder.processId())});
        holder.kill();
        holder.waitForFinished();
    }

    void usage_is_checked() {
        QCOMPARE(watch({}).code, 2);
        QCOMPARE(watch({"--list", "x"}).code, 2);
        QCOMPARE(watch({"x", "--stop", "all"}).code, 2);
        QCOMPARE(watch({"x", "--detach", "--once"}).code, 2);
    }

    void it_survives_the_end_of_the_connection() {
        const SshMachine machine;
        if (!machine.answers()) QSKIP("ssh or sshd is not installed, or cannot work here");
        const auto there = QFileInfo(QStringLiteral(STEPVAULT_EXECUTABLE)).path();
        const auto run = [&](const QStringList& arguments) {
            QProcess process;
            machine.start(process, QStringList{"--host", "box:" + vault()} + arguments, there);
            return outcome_of(process);
        };
        Training training(1, 2000);
        save(root() / "runs/a", training);
        const auto started = run({"watch", text(root() / "runs"), "--detach"});
        QVERIFY2(started.code == 0, started.err.constData());
        QTRY_COMPARE_WITH_TIMEOUT(stored(), std::size_t{1}, 60000);
        save(root() / "runs/a", training);
        QTRY_COMPARE_WITH_TIMEOUT(stored(), std::size_t{2}, 60000);
        QCOMPARE(watches().size(), std::size_t{1});
        QCOMPARE(run({"watch", "--stop", "all"}).code, 0);
        QVERIFY(watches().empty());
    }
};

STEPVAULT_TEST(TestBackgroundWatch)

}  // namespace test_background_watch

#include "test_background_watch.moc"
