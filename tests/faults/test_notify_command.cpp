// `watch` and `verify` with a webhook, run the way a user runs them.
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QtTest>

#include "base/wall_clock.h"
#include "command.h"
#include "notify/http_post.h"
#include "support/http_server.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_notify_command {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestNotifyCommand : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;

    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    /// `address`: in the environment; empty for none.
    [[nodiscard]] Outcome stepvault(const QStringList& arguments, const std::string& address) const {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("STEPVAULT_NOTIFY"));
        if (!address.empty()) {
            environment.insert(QStringLiteral("STEPVAULT_NOTIFY"), QString::fromStdString(address));
        }
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(STEPVAULT_EXECUTABLE),
                      arguments + QStringList{"--vault", text(root() / "vault")});
        return outcome_of(process);
    }
    /// Overwrites the metrics of a run that was live a moment ago.
    void write_losses(bool diverges) const {
        std::ostringstream losses;
        losses.precision(17);
        for (int i = 0; i < 50; ++i)
            losses << R"({"step": )" << i << R"(, "loss": )" << 2.0 / (i + 1) << R"(, "time": )"
                   << unix_seconds() - 60 + i << "}\n";
        if (diverges) losses << R"({"step": 50, "loss": NaN, "time": )" << unix_seconds() << "}\n";
        write_text(root() / "gpt" / "metrics.jsonl", losses.str());
    }
    static void check_silence(const Outcome& outcome) {
        QVERIFY2(!outcome.out.contains("secret") && !outcome.err.contains("secret"),
                 (outcome.out + outcome.err).constData());
    }

 private slots:
    void initTestCase() {
        if (!can_post()) QSKIP("this build lacks libcurl");
    }
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }

    void watching_tells_once() {
        const HttpServer server;
        const auto address = server.place() + "/secret";
        const QStringList watch{"watch", "--once", text(root() / "gpt"), "--notify-form", "slack"};
        write_losses(false);
        QCOMPARE(stepvault(watch, address).code, 0);
        write_losses(true);
        const auto told = stepvault(watch, address);
        QCOMPARE(told.code, 0);
        QVERIFY2(told.out.contains("gpt: Diverged: at step 50 the loss is nan."), told.out.constData());
        QCOMPARE(stepvault(watch, address).code, 0);
        QCOMPARE(server.received().size(), std::size_t{1});
        QCOMPARE(server.received()[0].target, std::string("/secret"));
        QCOMPARE(server.received()[0].body,
                 std::string(R"({"text":"gpt: Diverged: at step 50 the loss is nan."})"));
        check_silence(told);
    }

    void option_counts_more_than_the_environment() {
        const HttpServer server;
        const HttpServer other;
        write_losses(true);
        const auto watched = stepvault({"watch", "--once", text(root() / "gpt"), "--json", "--notify",
                                        QString::fromStdString(server.place() + "/secret")},
                                       other.place());
        QCOMPARE(watched.code, 0);
        QCOMPARE(server.received().size(), std::size_t{1});
        QVERIFY(other.received().empty());
        bool is_told = false;
        for (const auto& line : watched.out.split('\n')) {
            const auto event = nlohmann::json::parse(line.toStdString(), nullptr, false);
            is_told |= event.is_object() && event["event"] == "told" && event["run"] == "gpt";
        }
        QVERIFY2(is_told, watched.out.constData());
        check_silence(watched);
    }

    void failed_send_is_told_without_the_address() {
        const auto place = "http://127.0.0.1:" + std::to_string(HttpServer::closed_port());
        write_losses(true);
        const auto watched = stepvault({"watch", "--once", text(root() / "gpt")}, place + "/secret?a=secret");
        QCOMPARE(watched.code, 0);
        QVERIFY2(watched.out.contains(("cannot send to " + place + ": ").c_str()), watched.out.constData());
        check_silence(watched);
    }

    void verifying_tells_of_new_damage() {
        const HttpServer server;
        write_run(root() / "gpt", 2);
        age(root() / "gpt");
        QCOMPARE(stepvault({"watch", "--once", text(root() / "gpt")}, {}).code, 0);
        QCOMPARE(stepvault({"verify"}, server.place()).code, 0);
        QVERIFY(server.received().empty());
        for (const auto& entry : fs::recursive_directory_iterator(root() / "vault")) {
            if (entry.path().extension() == ".svstep") fs::resize_file(entry.path(), entry.file_size() / 2);
        }
        for (int i = 0; i < 2; ++i)
            QCOMPARE(stepvault({"verify"}, server.place()).code, 3);
        QCOMPARE(server.received().size(), std::size_t{1});
        QVERIFY2(server.received()[0].body.find("2 places are damaged") != std::string::npos,
                 server.received()[0].body.c_str());
    }

    void verifying_a_copy_tells_each_time() {
        const HttpServer server;
        write_run(root() / "gpt", 2);
        age(root() / "gpt");
        const auto copy = text(root() / "copy");
        QCOMPARE(stepvault({"watch", "--once", text(root() / "gpt")}, {}).code, 0);
        QCOMPARE(stepvault({"copy", "gpt", copy}, {}).code, 0);
        QCOMPARE(stepvault({"verify", "--copy", copy}, server.place()).code, 0);
        QVERIFY(server.received().empty());
        fs::resize_file(fs::directory_iterator(root() / "copy" / "objects")->path(), 1);
        for (int i = 0; i < 2; ++i)
            QCOMPARE(stepvault({"verify", "--copy", copy}, server.place()).code, 3);
        QCOMPARE(server.received().size(), std::size_t{2});
        const auto& body = server.received()[1].body;
        QVERIFY2(body.find("1 file is damaged") != std::string::npos, body.c_str());
    }

    void damage_matters_more_than_the_webhook() {
        write_run(root() / "gpt", 1);
        age(root() / "gpt");
        QCOMPARE(stepvault({"watch", "--once", text(root() / "gpt")}, {}).code, 0);
        for (const auto& entry : fs::recursive_directory_iterator(root() / "vault")) {
            if (entry.path().extension() == ".svstep") fs::resize_file(entry.path(), entry.file_size() / 2);
        }
        const HttpServer server(403);
        const auto verified = stepvault({"verify"}, server.place() + "/secret");
        QCOMPARE(verified.code, 3);
        QVERIFY2(verified.err.contains("answered with status 403"), verified.err.constData());
        check_silence(verified);
    }

    void wrong_address_is_refused_without_repeating_it() {
        for (const char* address : {"secret", "ftp://host/secret", "https://user:secret/x@host"}) {
            for (const auto& refused :
                 {stepvault({"watch", "--once", text(root())}, address), stepvault({"verify"}, address),
                  stepvault({"watch", "--once", text(root()), "--notify", address}, {})}) {
                QVERIFY(refused.code == 1);
                QVERIFY2(refused.err.contains("the webhook's address"), refused.err.constData());
                check_silence(refused);
            }
        }
        QVERIFY2(!fs::exists(root() / "vault"), "nothing was done");
        const auto form = stepvault({"watch", "x", "--notify-form", "smoke"}, "https://host/secret");
        QCOMPARE(form.code, 2);
        check_silence(form);
    }
};

STEPVAULT_TEST(TestNotifyCommand)

}  // namespace test_notify_command

#include "test_notify_command.moc"
