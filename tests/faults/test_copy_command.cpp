// `copy`, and `verify` and `restore` from a copy, run the way a user runs them.
#include <csignal>
#include <random>
#include <thread>

#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QtTest>

#include "command.h"
#include "notify/http_post.h"
#include "support/registry.h"
#include "support/s3_server.h"
#include "support/watched_library.h"

namespace test_copy_command {

using namespace stepvault::test;
namespace fs = std::filesystem;

class TestCopyCommand : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        training_ = std::make_unique<Training>(1, 40000);
        steps_ = 0;
        add_steps(3);
    }

    void a_copy_is_made_verified_and_restored_from() {
        const auto copied = stepvault({"copy", "gpt", to(), "--json"});
        QCOMPARE(copied.code, 0);
        const auto report = nlohmann::json::parse(copied.out.toStdString(), nullptr, false);
        QCOMPARE(report["runs"][0]["checkpoints"], 3);
        QVERIFY(report["runs"][0]["sent_files"] > 3);
        const auto again = stepvault({"copy", "--all", to()});
        QCOMPARE(again.code, 0);
        QVERIFY(again.out.contains("all of it was there already"));
        QCOMPARE(stepvault({"verify", "--copy", to()}).code, 0);
        QVERIFY(restored({}) == restored({"--from", to()}));
    }

    void damage_in_the_copy_ends_with_3() {
        QCOMPARE(stepvault({"copy", "gpt", to()}).code, 0);
        for (const auto& object : fs::directory_iterator(to().toStdString() + "/objects"))
            fs::resize_file(object.path(), fs::file_size(object.path()) - 1);
        const auto verified = stepvault({"verify", "--copy", to()});
        QCOMPARE(verified.code, 3);
        QVERIFY(verified.out.contains("is cut off; copy the run again"));
        QCOMPARE(stepvault({"copy", "gpt", to()}).code, 0);
        QCOMPARE(stepvault({"verify", "--copy", to()}).code, 0);
    }

    void a_damaged_vault_is_repaired_from_a_copy() {
        QCOMPARE(stepvault({"copy", "gpt", to()}).code, 0);
        const auto sound = restored({});
        for (const auto& run : fs::directory_iterator(root() / "vault" / "runs")) {
            for (const auto& step : fs::directory_iterator(run.path() / "steps"))
                fs::resize_file(step.path(), fs::file_size(step.path()) / 2);
        }
        // Without the originals only the copy helps. The copy does not change meanwhile.
        fs::remove_all(root() / "gpt");
        const auto copied = stepvault({"copy", "gpt", to()});
        QCOMPARE(copied.code, 3);
        QCOMPARE(copied.err.count('\n'), 1);
        QCOMPARE(stepvault({"verify"}).code, 3);
        QCOMPARE(stepvault({"verify", "--repair", "--from", to()}).code, 0);
        QVERIFY(restored({}) == sound);
    }

    void wrong_uses_are_one_line_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::newRow("no place") << QStringList{"copy", "gpt"} << 2;
        QTest::newRow("all and a run") << QStringList{"copy", "--all", "gpt", "TO"} << 2;
        QTest::newRow("no such run") << QStringList{"copy", "bert", "TO"} << 1;
        QTest::newRow("in the vault") << QStringList{"copy", "gpt", "VAULT/copy"} << 1;
        QTest::newRow("in a run") << QStringList{"copy", "gpt", "RUN/copy"} << 1;
        QTest::newRow("other things") << QStringList{"copy", "gpt", "."} << 1;
        QTest::newRow("no copy") << QStringList{"verify", "--copy", "VAULT"} << 1;
        QTest::newRow("no credentials") << QStringList{"copy", "gpt", "s3://bucket"} << 1;
        QTest::newRow("no bucket") << QStringList{"copy", "gpt", "s3://"} << 1;
        QTest::newRow("into the run")
            << QStringList{"restore", "--from", "TO", "--run", "gpt", "--step", "1", "--into-run"} << 1;
    }
    void wrong_uses_are_one_line() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        for (auto& word : arguments) {
            word.replace("VAULT", text(root() / "vault")).replace("RUN/", text(root() / "gpt") + "/");
            if (word == "TO") word = to();
        }
        const auto outcome = stepvault(arguments);
        QCOMPARE(outcome.code, code);
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY(!fs::exists(root() / "gpt" / "copy"));
    }

    /// A killed copy leaves the state before or the state after, and the next one goes on.
    void kills_lose_nothing() {
        std::mt19937 random(1);
        int cut_short = 0;
        for (int i = 0; i < 25; ++i) {
            if (i % 3 == 0) add_steps(1);
            QProcess process;
            start(process, {"copy", "gpt", to()});
            QVERIFY(process.waitForStarted());
            std::this_thread::sleep_for(std::chrono::milliseconds(random() % 40));
            process.kill();
            process.waitForFinished();
            cut_short += process.exitStatus() == QProcess::CrashExit ? 1 : 0;
            const bool has_manifest = fs::exists(to().toStdString() + "/runs");
            if (has_manifest) QCOMPARE(stepvault({"verify", "--copy", to()}).code, 0);
        }
        QVERIFY(cut_short > 0);
        QCOMPARE(stepvault({"copy", "gpt", to()}).code, 0);
        QCOMPARE(stepvault({"verify", "--copy", to()}).code, 0);
        QVERIFY(restored({}) == restored({"--from", to()}));
    }

    void s3_keeps_a_copy_and_the_secret_stays() {
        if (!::stepvault::can_post()) QSKIP("this build lacks libcurl");
        S3Server server;
        endpoint_ = server.endpoint();
        const QString place = "s3://bucket/copies";
        QCOMPARE(stepvault({"copy", "gpt", place}).code, 0);
        QCOMPARE(stepvault({"verify", "--copy", place}).code, 0);
        QVERIFY(restored({}) == restored({"--from", place}));
        server.trouble(S3Server::Trouble::refuse, "GET", "", 1);
        const auto refused = stepvault({"copy", "gpt", place});
        QCOMPARE(refused.code, 1);
        QCOMPARE(refused.err.count('\n'), 1);
        QVERIFY(!refused.err.contains("sesame"));
        // A stop ends a server's silence at once.
        server.trouble(S3Server::Trouble::hang, "GET", "", 100);
        QProcess process;
        start(process, {"verify", "--copy", place});
        QVERIFY(process.waitForStarted());
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QCOMPARE(outcome_of(process).code, 130);
        endpoint_.clear();
    }

 private:
    [[nodiscard]] fs::path root() const { return dir_->path().toStdString(); }
    [[nodiscard]] QString to() const { return text(root() / "to"); }
    void start(QProcess& process, const QStringList& arguments) const {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const auto* name :
             {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"})
            environment.remove(name);
        if (!endpoint_.empty()) {
            environment.insert("AWS_ENDPOINT_URL", QString::fromStdString(endpoint_));
            environment.insert("AWS_ACCESS_KEY_ID", "ali");
            environment.insert("AWS_SECRET_ACCESS_KEY", "open-sesame");
        }
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(dir_->path());
        process.start(QStringLiteral(STEPVAULT_EXECUTABLE),
                      arguments + QStringList{"--vault", text(root() / "vault")});
    }
    [[nodiscard]] Outcome stepvault(const QStringList& arguments) const {
        QProcess process;
        start(process, arguments);
        return outcome_of(process);
    }
    void add_steps(int count) {
        for (; count > 0; --count, ++steps_, training_->next()) {
            const auto file = root() / "gpt" / ("step_" + std::to_string(steps_ + 1) + ".safetensors");
            write_text(file, training_->bytes());
            QCOMPARE(stepvault({"ingest", text(file), "--run", "gpt"}).code, 0);
        }
    }
    /// The newest step.
    [[nodiscard]] std::string restored(const QStringList& more) const {
        const auto output = root() / "restored";
        const auto outcome =
            stepvault(QStringList{"restore", "--run", "gpt", "--step", QString::number(steps_), "--force",
                                  "--output", text(output)} +
                      more);
        return outcome.code == 0 ? read_text(output) : outcome.err.toStdString();
    }

    std::unique_ptr<QTemporaryDir> dir_;
    std::unique_ptr<Training> training_;
    int steps_ = 0;
    std::string endpoint_;
};

STEPVAULT_TEST(TestCopyCommand)

}  // namespace test_copy_command

#include "test_copy_command.moc"
