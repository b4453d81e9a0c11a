#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "gui/model_rows.h"
#include "notify/http_post.h"
#include "support/event_loop_watch.h"
#include "support/http_server.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/models/vault_outcome.h"
#include "ui/text/format.h"
#include "ui/window/main_window.h"
#include "ui/window/notification_center.h"
#include "ui/window/webhook_dialog.h"
#include "ui/window/window_actions.h"

namespace test_window_webhook {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

/// The messages of the window to a webhook.
class TestWindowWebhook : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        if (!can_post()) QSKIP("this build lacks libcurl");
    }
    void init();
    void cleanup();

    void offUntilSet();
    void tellsEachEventOnce();
    void onceOverARestart();
    void tellsOfDamage();
    void tellsOfSpace();
    void failureIsLoggedWithoutTheAddress();
    void hangingServerHoldsNothingUp();
    void dialogSetsIt();
    void onlyTheUserReadsTheSettings();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_->path()) / name; }
    void make();
    void setWebhook(const test::HttpServer& server) {
        settings_->setWebhook(
            {.address = QString::fromStdString(server.place() + "/secret"), .form = WebhookForm::slack});
    }
    void see(RunState state) {
        VaultSnapshot snapshot;
        snapshot.runs = {{runInfo("gpt", state), {}}};
        show(snapshot);
    }
    /// Waits until the notifier has seen it.
    void show(const VaultSnapshot& snapshot) {
        WebhookService& service = window_->findChild<NotificationCenter*>()->webhook();
        QTRY_VERIFY_WITH_TIMEOUT(service.isIdle(), patience);
        emit window_->session()->snapshotRead(snapshot);
        QTRY_VERIFY_WITH_TIMEOUT(service.isIdle(), patience);
    }
    static QStringList bodies(const test::HttpServer& server) {
        QStringList list;
        for (const auto& each : server.received())
            list << QString::fromStdString(each.body);
        return list;
    }
    QString logText() {
        LogModel& log = window_->findChild<NotificationCenter*>()->log();
        QString text;
        for (int row = 0; row < log.rowCount(); ++row)
            text += log.index(row, LogModel::What).data().toString() + u'\n';
        return text;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

void TestWindowWebhook::make() {
    window_.reset();
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("vault"), LocalVault::Mode::create);
    QTRY_VERIFY_WITH_TIMEOUT(window_->session() != nullptr && window_->isSettled(), patience);
    fs::create_directories(path("vault") / "runs" / "id-gpt");
}

void TestWindowWebhook::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    theme_ = std::make_unique<Theme>(*qApp);
    settings_ = std::make_unique<AppSettings>(folder_->filePath(QStringLiteral("settings.ini")));
}

void TestWindowWebhook::cleanup() {
    window_.reset();
    settings_.reset();
}

void TestWindowWebhook::offUntilSet() {
    make();
    see(RunState::live);
    see(RunState::diverged);
    QVERIFY(!fs::exists(path("vault") / "told"));
}

void TestWindowWebhook::tellsEachEventOnce() {
    const test::HttpServer server;
    setWebhook(server);
    make();
    see(RunState::live);
    see(RunState::diverged);
    see(RunState::diverged);
    see(RunState::finished);
    QCOMPARE(bodies(server),
             (QStringList{R"({"text":"gpt: Diverged: at step 4,200 the loss is 2.113."})",
                          R"({"text":"gpt: Finished at step 4,200 with a loss of 2.113."})"}));
    QVERIFY(logText().contains(QStringLiteral("gpt: Diverged")));
    QVERIFY(!logText().contains(QStringLiteral("secret")));
}

void TestWindowWebhook::onceOverARestart() {
    const test::HttpServer server;
    setWebhook(server);
    make();
    see(RunState::live);
    see(RunState::diverged);
    make();
    see(RunState::diverged);
    QCOMPARE(server.received().size(), std::size_t{1});
}

void TestWindowWebhook::tellsOfDamage() {
    const test::HttpServer server;
    setWebhook(server);
    make();
    WebhookService& service = window_->findChild<NotificationCenter*>()->webhook();
    service.takeDamage({{"gpt", "id", "checksum differs"}}, 1);
    service.takeDamage({{"gpt", "id", "checksum differs"}}, 2);
    QTRY_VERIFY_WITH_TIMEOUT(service.isIdle(), patience);
    QCOMPARE(
        bodies(server),
        QStringList(R"({"text":"The vault is damaged: Damaged places: 1. The page Vault repairs them."})"));
}

void TestWindowWebhook::tellsOfSpace() {
    const test::HttpServer server;
    // Not of a window, which also sees the disk of this machine.
    WebhookService service;
    fs::create_directories(path("vault"));
    service.setVault(path("vault"));
    service.setWebhook({.address = QString::fromStdString(server.place()), .form = WebhookForm::slack});
    const auto see = [&](const std::optional<DiskSpace>& disk) {
        service.takeRuns({}, disk, 1);
        QTRY_VERIFY_WITH_TIMEOUT(service.isIdle(), patience);
    };
    see(DiskSpace{3ULL << 30U, 1000ULL << 30U});
    see(DiskSpace{2ULL << 30U, 1000ULL << 30U});
    see(DiskSpace{500ULL << 30U, 1000ULL << 30U});
    WatchEvent full;
    full.kind = WatchEvent::Kind::failed;
    full.code = ErrorCode::no_space;
    full.run_id = "gpt";
    service.takeEvent(full);
    see(std::nullopt);
    QCOMPARE(
        bodies(server),
        (QStringList{
            R"({"text":"Little space is left: Only 3.0 GiB are free on the vault's disk (0.3 %)."})",
            R"({"text":"Little space is left: Writing to the vault's disk fails for lack of space."})"}));
}

void TestWindowWebhook::failureIsLoggedWithoutTheAddress() {
    const test::HttpServer server(403);
    setWebhook(server);
    make();
    see(RunState::live);
    see(RunState::diverged);
    QVERIFY2(logText().contains(QStringLiteral("answered with status 403")), qPrintable(logText()));
    QVERIFY(!logText().contains(QStringLiteral("secret")));
}

void TestWindowWebhook::hangingServerHoldsNothingUp() {
    const test::HttpServer server(test::HttpServer::hang);
    setWebhook(server);
    make();
    see(RunState::live);
    VaultSnapshot snapshot;
    snapshot.runs = {{runInfo("gpt", RunState::diverged), {}}};
    {
        const EventLoopWatch watch(toPath(folder_->path()));
        emit window_->session()->snapshotRead(snapshot);
        QTRY_COMPARE_WITH_TIMEOUT(server.received().size(), std::size_t{1}, patience);
        QCOMPARE(watch.findings(), QStringList());
    }
    QElapsedTimer timer;
    timer.start();
    window_.reset();
    QVERIFY2(timer.elapsed() < 9000, "three attempts of 10 s each would follow");
}

void TestWindowWebhook::dialogSetsIt() {
    make();
    window_->actions().webhook->trigger();
    auto* dialog = window_->findChild<WebhookDialog*>();
    QVERIFY(dialog != nullptr);
    dialog->findChild<QLineEdit*>()->setText(QStringLiteral("https://ntfy.sh/secret"));
    dialog->accept();
    QCOMPARE(settings_->webhook().address, QStringLiteral("https://ntfy.sh/secret"));
    QVERIFY(settings_->webhook().kinds.size() == event_kinds.size());
}

void TestWindowWebhook::onlyTheUserReadsTheSettings() {
    const QString file = folder_->filePath(QStringLiteral("open.ini"));
    constexpr auto everybody = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther;
    QFile old(file);
    QVERIFY(old.open(QIODevice::WriteOnly) && old.setPermissions(everybody));
    old.close();
    for (const QString& each : {file, folder_->filePath(QStringLiteral("new.ini"))}) {
        {
            AppSettings settings(each);
            settings.setWebhook({.address = QStringLiteral("https://ntfy.sh/secret"),
                                 .form = WebhookForm::json,
                                 .kinds = {EventKind::damage}});
        }
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFile::permissions(each) & others));
        const WebhookSettings read = AppSettings(each).webhook();
        QCOMPARE(read.address, QStringLiteral("https://ntfy.sh/secret"));
        QVERIFY(read.form == WebhookForm::json && read.kinds == std::set{EventKind::damage});
    }
}

STEPVAULT_TEST(TestWindowWebhook)

}  // namespace test_window_webhook

#include "test_window_webhook.moc"
