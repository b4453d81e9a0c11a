// A vault on another machine, through a real ssh, sshd and `stepvault serve`.
#include <csignal>
#include <filesystem>

#include <QTemporaryDir>
#include <QtTest>

#include "remote/client/remote_vault.h"
#include "remote/client/ssh_connecting.h"
#include "ssh_machine.h"
#include "support/opened.h"
#include "support/read_text.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_ssh_vault {

using namespace stepvault;
using namespace stepvault::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestSshVault : public QObject {
    Q_OBJECT

    std::optional<SshMachine> machine_;
    std::optional<QTemporaryDir> dir_;
    const QString here_ = QFileInfo(QStringLiteral(STEPVAULT_EXECUTABLE)).path();
    QByteArray path_;

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    [[nodiscard]] RemotePlace place() const { return {"box", (root() / "it's a vault").native()}; }
    Result<std::unique_ptr<RemoteVault>> open(const SshOptions& options = {}) {
        return RemoteVault::open(place(), connect_by_ssh(place(), options), {}, 50ms);
    }
    /// The servers that this process's ssh has started.
    static QStringList servers() {
        QProcess list;
        list.start("pgrep", {"-f", "stepvault --vault .*it.s a vault serve"});
        list.waitForFinished();
        return QString::fromLatin1(list.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
    }
    static void kill_servers() {
        for (const auto& server : servers())
            ::kill(server.toInt(), SIGKILL);
    }

 private slots:
    void init() {
        path_ = qgetenv("PATH");
        machine_.emplace();
        dir_.emplace();
        if (!machine_->answers()) QSKIP("ssh or sshd is not installed, or cannot work here");
        machine_->enter(here_);
        write_run(root() / "runs" / "first", 3);
        age(root() / "runs");
        auto local = open_library(place().vault);
        VERIFY_OK(local);
        VERIFY_OK(watch_once(**local, {root() / "runs"}));
    }
    void cleanup() {
        qputenv("PATH", path_);
        machine_.reset();
        dir_.reset();
    }

    void it_is_read_and_restored_here() {
        const auto remote = open();
        VERIFY_OK(remote);
        QCOMPARE((*remote)->folder(), fs::path(place().vault));
        const auto runs = (*remote)->queries().runs();
        VERIFY_OK(runs);
        QCOMPARE(runs->size(), std::size_t{1});
        RestoreRequest request;
        request.run = "first";
        request.step = 10;
        request.output = root() / "here.safetensors";
        VERIFY_OK((*remote)->restorer().restore(request, {}));
        QCOMPARE(read_text(request.output).size(),
                 read_text(root() / "runs/first/step_10.safetensors").size());
    }

    void the_server_ends_with_its_connection() {
        {
            const auto remote = open();
            VERIFY_OK(remote);
            QCOMPARE(servers().size(), qsizetype{1});
        }
        QTRY_COMPARE(servers().size(), qsizetype{0});
    }

    void a_killed_server_is_told_and_started_again() {
        const auto remote = open();
        VERIFY_OK(remote);
        kill_servers();
        QTRY_VERIFY(!(*remote)->link().state().is_connected);
        QTRY_VERIFY((*remote)->link().state().is_connected);
        QTRY_VERIFY((*remote)->queries().runs().ok());
    }

    void mistakes_are_named_data() {
        QTest::addColumn<QString>("mistake");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* mistake, ErrorCode code, const char* words) {
            QTest::newRow(mistake) << mistake << static_cast<int>(code) << words;
        };
        row("no stepvault", ErrorCode::unsupported, "--install");
        row("other key", ErrorCode::permission, "ssh-keygen -R box");
        row("offline", ErrorCode::io, "cannot connect to box");
        row("no vault", ErrorCode::not_found, "it's a vault");
    }
    void mistakes_are_named() {
        QFETCH(QString, mistake);
        QFETCH(int, code);
        QFETCH(QString, words);
        if (mistake == "no stepvault") machine_->enter({});
        if (mistake == "other key") machine_->trust("user_key.pub");
        if (mistake == "offline") machine_->go_offline();
        if (mistake != "no stepvault") machine_->enter(here_);
        if (mistake == "no vault") fs::remove_all(place().vault);
        const auto remote = open();
        QVERIFY(!remote.ok());
        QVERIFY2(remote.error().message.find(words.toStdString()) != std::string::npos,
                 remote.error().message.c_str());
        QVERIFY(remote.error().message.find('\n') == std::string::npos);
        QCOMPARE(static_cast<int>(remote.error().code), code);
        if (mistake != "no vault") return;
        QVERIFY(!fs::exists(place().vault));
        VERIFY_OK(open({.served = Served::created_vault}));
        QVERIFY(fs::exists(place().vault));
    }

    void a_connection_can_be_cancelled() {
        std::stop_source stop;
        stop.request_stop();
        const auto remote = RemoteVault::open(place(), connect_by_ssh(place(), {}), stop.get_token());
        QVERIFY(!remote.ok());
        QCOMPARE(remote.error().code, ErrorCode::cancelled);
    }
};

STEPVAULT_TEST(TestSshVault)

}  // namespace test_ssh_vault

#include "test_ssh_vault.moc"
