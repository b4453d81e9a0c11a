// `stepvault --host`, through a real ssh and sshd.
#include <csignal>
#include <filesystem>
#include <fstream>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "remote/ssh/remote_command.h"
#include "ssh_machine.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "support/scratch_run.h"

namespace test_remote_host {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestRemoteHost : public QObject {
    Q_OBJECT

    std::optional<SshMachine> machine_;
    std::optional<QTemporaryDir> dir_;
    const QString here_ = QFileInfo(QStringLiteral(STEPVAULT_EXECUTABLE)).path();

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    Outcome run(const QStringList& arguments) { return run_from(arguments, here_); }
    Outcome run_from(const QStringList& arguments, const QString& there) {
        QProcess process;
        machine_->start(process, arguments, there);
        return outcome_of(process);
    }

 private slots:
    void init() {
        machine_.emplace();
        dir_.emplace();
        if (!machine_->answers()) QSKIP("ssh or sshd is not installed, or cannot work here");
    }
    void cleanup() {
        machine_.reset();
        dir_.reset();
    }

    void a_command_runs_there() {
        Training training(3, 20'000);
        const auto file = root() / "it's a run/step_5.safetensors";
        fs::create_directories(file.parent_path());
        write_text(file, training.bytes());
        const auto vault = "box:" + text(root() / "vault $HOME");
        auto done = run({"--host", vault, "watch", "--once", text(file.parent_path())});
        QCOMPARE(done.code, 0);
        QVERIFY2(done.out.contains("step 5"), done.err.constData());
        done = run({"list", "--json", "--host=" + vault});
        const auto listed = nlohmann::json::parse(done.out.toStdString(), nullptr, false);
        QCOMPARE(listed["runs"][0]["checkpoints"][0]["step"], 5);
        const QString note = "two\nlines; $(false) 'quoted' \\ ! %s \xC3\xA4";
        QCOMPARE(run({"--host", vault, "note", "it's a run", note}).code, 0);
        QCOMPARE(QString::fromUtf8(run({"--host", vault, "note", "it's a run"}).out).trimmed(), note);
        const auto record = run({"--host", vault, "list"}).out;
        QVERIFY2(record.contains("it's a run"), record.constData());
    }

    void exit_codes_and_errors_are_those_of_the_command() {
        const auto missing = run({"--host", "box:" + text(root() / "none"), "list"});
        QCOMPARE(missing.code, 1);
        QVERIFY2(missing.err.startsWith("stepvault: ") && missing.err.count('\n') == 1,
                 missing.err.constData());
        QCOMPARE(run({"--host", "box", "no-such-command"}).code, 2);
        QCOMPARE(run({"--host"}).code, 2);
        QCOMPARE(run({"--host", "box", "--host", "box", "list"}).code, 2);
        QCOMPARE(run({"--host", "box:v", "--vault", "w", "list"}).code, 2);
        QCOMPARE(run({"--host", "-oProxyCommand=x", "list"}).code, 2);
        QCOMPARE(run({"--host", "box", "note", "run", "-"}).code, 2);
    }

    void a_machine_without_stepvault_is_named() {
        const auto none = run_from({"--host", "box", "list"}, "");
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.startsWith("stepvault: box has no Stepvault that runs; "), none.err.constData());
        const auto other = root() / "stepvault";
        write_text(other, "#!/bin/sh\necho stepvault 0.0.9\n");
        fs::permissions(other, fs::perms::owner_all);
        const auto older = run_from({"--host", "box", "list"}, text(root()));
        QCOMPARE(older.code, 1);
        QVERIFY2(older.err.startsWith("stepvault: box has stepvault 0.0.9; "), older.err.constData());
    }

    void stepvault_is_installed_used_and_removed() {
        auto done = run_from({"--host", "box", "--install"}, "");
        QVERIFY2(done.code == 0 && done.out.startsWith("installed stepvault "), done.err.constData());
        Training training(3, 5'000);
        write_text(root() / "runs/run/step_1.safetensors", training.bytes());
        const auto vault = "box:" + text(root() / "vault");
        QCOMPARE(run_from({"--host", vault, "watch", "--once", text(root() / "runs")}, "").code, 0);
        done = run_from({"--host", "box", "--uninstall"}, "");
        QVERIFY2(done.code == 0 && done.out.startsWith("removed stepvault "), done.err.constData());
        QCOMPARE(run_from({"--host", vault, "list"}, "").code, 1);
        QVERIFY(!fs::exists(machine_->home() / ".local"));
        QVERIFY(!fs::exists(machine_->home() / ".cache"));
    }

    void only_a_program_of_this_version_is_installed() {
        write_text(root() / "script", "#!/bin/sh\ntouch " + (root() / "was run").native() + "\n");
        auto done = run_from({"--host", "box", "--install", text(root() / "script")}, "");
        QCOMPARE(done.code, 1);
        QVERIFY2(done.err.contains("is not a program for Linux on x86-64; "), done.err.constData());
        QVERIFY(!fs::exists(root() / "was run"));
        done = run_from({"--host", "box", "--install", text(fs::canonical("/bin/ls"))}, "");
        QCOMPARE(done.code, 1);
        QVERIFY2(done.err.contains("the file is not stepvault " STEPVAULT_VERSION), done.err.constData());
        done = run_from({"--host", "box", "--install", text(fs::canonical("/bin/false"))}, "");
        QCOMPARE(done.code, 1);
        QVERIFY2(done.err.contains("this program does not run on box; "), done.err.constData());
        done = run_from({"--host", "box", "--install", text(root() / "missing")}, "");
        QCOMPARE(done.code, 1);
        QCOMPARE(run_from({"--host", "box", "--uninstall", "x"}, "").code, 2);
        QCOMPARE(run_from({"--install"}, "").code, 2);
        QCOMPARE(run_from({"--host", "box", "--install", "--uninstall"}, "").code, 2);
        QVERIFY(!fs::exists(machine_->home() / ".local"));
        done = run_from({"--host", "box", "--uninstall"}, "");
        QCOMPARE(done.code, 1);
        QVERIFY2(done.err.contains("there is no stepvault in ~/.local/lib on box"), done.err.constData());
    }

    void runs_are_copied_there() {
        Training training(3, 5'000);
        write_text(root() / "runs/run/step_1.safetensors", training.bytes());
        const QStringList vault{"--vault", text(root() / "vault")};
        QCOMPARE(run(QStringList{"watch", "--once", text(root() / "runs")} + vault).code, 0);
        const QString place = "box:~/it's a copy";
        auto done = run(QStringList{"copy", "--all", place} + vault);
        QVERIFY2(done.code == 0, done.err.constData());
        QVERIFY(fs::exists(machine_->home() / "it's a copy/stepvault-copy.json"));
        done = run(QStringList{"copy", "run", place} + vault);
        QVERIFY2(done.code == 0 && done.out.contains("all of it was there already"), done.err.constData());
        QCOMPARE(run({"verify", "--copy", place}).code, 0);
        fs::remove_all(root() / "runs");
        for (const auto& step : fs::recursive_directory_iterator(root() / "vault" / "runs")) {
            if (step.path().extension() == ".svstep") fs::resize_file(step.path(), fs::file_size(step) / 2);
        }
        done = run(QStringList{"verify", "--repair", "--from", place} + vault);
        QVERIFY2(done.code == 0, done.err.constData());
        fs::remove_all(root() / "vault");
        done = run({"restore", "--from", place, "--run", "run", "--step", "1", "-o", text(root() / "out")});
        QVERIFY2(done.code == 0 && fs::exists(root() / "out"), done.err.constData());
        for (const auto* wrong : {"box:", "box:~/it's a copy/stepvault-copy.json"}) {
            done = run(QStringList{"copy", "--all", wrong} + vault);
            QVERIFY2(done.code == 1 && done.err.count('\n') == 1, done.err.constData());
        }
        done = run({"verify", "--copy", "box:runs"});
        QVERIFY2(done.code == 1 && done.err.contains("box:"), done.err.constData());
    }

    void a_machine_that_does_not_answer_is_an_error() {
        machine_->go_offline();
        const auto gone = run({"--host", "box", "list"});
        QCOMPARE(gone.code, 1);
        QVERIFY2(gone.err.endsWith("stepvault: the connection to box failed or was lost\n"), gone.err.constData());
    }

    void a_changed_host_key_is_refused() {
        machine_->trust("user_key.pub");
        const auto refused = run({"--host", "box", "list"});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("REMOTE HOST IDENTIFICATION HAS CHANGED"), refused.err.constData());
    }

    void a_command_ends_with_its_connection_data() {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("code");
        QTest::newRow("interrupted") << SIGINT << 130;
        QTest::newRow("killed") << SIGKILL << -1;
    }
    void a_command_ends_with_its_connection() {
        QFETCH(int, signal);
        QFETCH(int, code);
        fs::create_directories(root() / "runs/run");
        Training training(3, 5'000);
        write_text(root() / "runs/run/step_1.safetensors", training.bytes());
        QProcess process;
        machine_->start(process, {"--host", "box:" + text(root() / "vault"), "watch", text(root() / "runs")},
                        here_);
        QVERIFY(process.waitForReadyRead(30000));
        const auto is_watched = [&] {
            QProcess pgrep;
            pgrep.start("pgrep", {"-f", "watch " + text(root() / "runs")});
            pgrep.waitForFinished();
            return pgrep.readAllStandardOutput().split('\n').size();
        };
        QVERIFY(is_watched() > 1);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        const auto outcome = outcome_of(process);
        QCOMPARE(outcome.code, code);
        QTRY_COMPARE_WITH_TIMEOUT(is_watched(), qsizetype{1}, 20000);
    }

    void places_data() {
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("host");  ///< empty: refused
        QTest::addColumn<QByteArray>("vault");
        const auto row = [](const char* place, const char* host, const char* vault) {
            QTest::newRow(place) << QByteArray(place) << QByteArray(host) << QByteArray(vault);
        };
        row("box", "box", "");
        row("me@box", "me@box", "");
        row("me@box:/data/my vault", "me@box", "/data/my vault");
        row("box:a:b", "box", "a:b");
        row("[::1]:vault", "::1", "vault");
        row("me@[fe80::1%eth0]", "me@fe80::1%eth0", "");
        row("", "", "");
        row(":vault", "", "");
        row("me@", "", "");
        row("-box", "", "");
        row("a b", "", "");
        row("/vault", "", "");
        row("[::1]x", "", "");
    }
    void places() {
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, host);
        QFETCH(QByteArray, vault);
        const auto parsed = parse_remote_place(place.toStdString());
        QCOMPARE(parsed.ok(), !host.isEmpty());
        if (!parsed) return;
        QCOMPARE(parsed->host, host.toStdString());
        QCOMPARE(parsed->vault, vault.toStdString());
    }

    /// csh reads no line end in quotes, and fish takes a backslash before another one or a quote away.
    void commands_are_for_every_login_shell() {
        const auto words = ssh_arguments({"box", "it's"}, {"a\nb", "\\", "!", "'", "\xC3\xA4 %s"});
        const auto command = QString::fromStdString(words.back());
        QVERIFY(!command.contains('\n') && !command.contains('!'));
        QVERIFY(!command.contains(QRegularExpression("\\\\[^0-7]")));
        QCOMPARE(command.count('\'') % 2, 0);
    }

    void words_reach_a_shell_unchanged() {
        for (const std::string word :
             {"", "a b", "it's", "$HOME `id` \"x\" \\", "two\nlines", "''", "*?[]~!#&;|<>()"}) {
            QProcess shell;
            shell.start("sh", {"-c", QString::fromStdString("printf %s " + shell_word(word))});
            QVERIFY(shell.waitForFinished());
            QCOMPARE(shell.readAllStandardOutput().toStdString(), word);
        }
    }
};

STEPVAULT_TEST(TestRemoteHost)

}  // namespace test_remote_host

#include "test_remote_host.moc"
