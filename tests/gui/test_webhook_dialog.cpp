#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include "notify/http_post.h"
#include "support/http_server.h"
#include "support/registry.h"
#include "ui/widgets/segment_control.h"
#include "ui/window/webhook_dialog.h"
#include "ui/window/webhook_service.h"

namespace test_webhook_dialog {

using namespace stepvault;
using namespace stepvault::ui;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

class TestWebhookDialog : public QObject {
    Q_OBJECT

 private slots:
    void init() { open({}); }

    void showsAndGivesBackTheSettings();
    void addressIsHidden();
    void onlyAnAddressCanBeSaved_data();
    void onlyAnAddressCanBeSaved();
    void formFollowsTheAddress();
    void testMessageArrives();
    void failedTestSaysWhy();

 private:
    void open(const WebhookSettings& settings) {
        dialog_ = std::make_unique<WebhookDialog>(settings, service_);
        dialog_->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog_.get()));
    }
    QLineEdit& address() { return *dialog_->findChild<QLineEdit*>(); }
    QPushButton* button(const QString& text) {
        for (QPushButton* each : dialog_->findChildren<QPushButton*>()) {
            if (each->text() == text) return each;
        }
        return nullptr;
    }
    bool shows(const QString& text) {
        for (const QLabel* each : dialog_->findChildren<QLabel*>()) {
            if (each->isVisible() && each->text().contains(text)) return true;
        }
        return false;
    }

    WebhookService service_;
    std::unique_ptr<WebhookDialog> dialog_;
};

void TestWebhookDialog::showsAndGivesBackTheSettings() {
    QVERIFY(dialog_->settings() == WebhookSettings());
    const WebhookSettings settings{.address = QStringLiteral("https://host/x"),
                                   .form = WebhookForm::slack,
                                   .kinds = {EventKind::stalled, EventKind::damage}};
    open(settings);
    QVERIFY(dialog_->settings() == settings);
    for (QCheckBox* box : dialog_->findChildren<QCheckBox*>())
        box->click();
    dialog_->findChild<SegmentControl*>()->setCurrent(0);
    address().setText(QStringLiteral(" https://other/y "));
    const WebhookSettings changed{.address = QStringLiteral("https://other/y"),
                                  .form = {},
                                  .kinds = {EventKind::diverged, EventKind::finished, EventKind::disk_low}};
    QVERIFY(dialog_->settings() == changed);
}

void TestWebhookDialog::addressIsHidden() {
    open({.address = QStringLiteral("https://host/secret")});
    QVERIFY(!address().displayText().contains(QStringLiteral("secret")));
}

void TestWebhookDialog::onlyAnAddressCanBeSaved_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("canSave");
    QTest::addColumn<bool>("canTest");
    QTest::newRow("none") << QString() << true << false;
    QTest::newRow("address") << QStringLiteral("https://host/x") << true << true;
    QTest::newRow("no scheme") << QStringLiteral("host/x") << false << false;
    QTest::newRow("half typed") << QStringLiteral("https://") << false << false;
}

void TestWebhookDialog::onlyAnAddressCanBeSaved() {
    QFETCH(QString, text);
    QFETCH(bool, canSave);
    QFETCH(bool, canTest);
    address().setText(text);
    QCOMPARE(button(QStringLiteral("Save"))->isEnabled(), canSave);
    QCOMPARE(button(QStringLiteral("Send a test message"))->isEnabled(), canTest);
    QCOMPARE(shows(QStringLiteral("begins with https://")), !canSave);
}

void TestWebhookDialog::formFollowsTheAddress() {
    const auto fitting = [&](const char* text) {
        address().setText(QString::fromLatin1(text));
        return shows(QStringLiteral("ntfy")) ? 'n' : shows(QStringLiteral("Slack")) ? 's' : '?';
    };
    // The introduction names them, too.
    for (QLabel* label : dialog_->findChildren<QLabel*>()) {
        if (label->text().startsWith(QStringLiteral("Stepvault sends"))) label->clear();
    }
    QCOMPARE(fitting("https://ntfy.sh/x"), 'n');
    QCOMPARE(fitting("https://hooks.slack.com/x"), 's');
    QCOMPARE(fitting("https://host/x"), '?');
}

void TestWebhookDialog::testMessageArrives() {
    if (!can_post()) QSKIP("this build lacks libcurl");
    const test::HttpServer server;
    open({.address = QString::fromStdString(server.place() + "/secret"), .form = WebhookForm::slack});
    QTest::mouseClick(button(QStringLiteral("Send a test message")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("The message arrived.")), patience);
    QCOMPARE(server.received().size(), std::size_t{1});
    QCOMPARE(
        QString::fromStdString(server.received()[0].body),
        QStringLiteral(R"({"text":"Stepvault: This is a test. Events of your runs will look like it."})"));
    QVERIFY(button(QStringLiteral("Send a test message"))->isEnabled());
}

void TestWebhookDialog::failedTestSaysWhy() {
    if (!can_post()) QSKIP("this build lacks libcurl");
    const test::HttpServer server(403);
    open({.address = QString::fromStdString(server.place() + "/secret")});
    QTest::mouseClick(button(QStringLiteral("Send a test message")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(QStringLiteral("Not sent: ")), patience);
    QVERIFY(shows(QString::fromStdString(server.place()) + QStringLiteral(" answered with status 403")));
    QVERIFY(!shows(QStringLiteral("secret")));
}

STEPVAULT_TEST(TestWebhookDialog)

}  // namespace test_webhook_dialog

#include "test_webhook_dialog.moc"
