#include <QtTest>

#include "notify/webhook.h"
#include "support/registry.h"

namespace test_webhook {

using namespace stepvault;

class TestWebhook : public QObject {
    Q_OBJECT

 private slots:
    void names_only_scheme_and_host_data() {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("form");
        const auto row = [](const char* address, const char* place, const char* form) {
            QTest::newRow(address) << QByteArray(address) << QByteArray(place) << QByteArray(form);
        };
        row("https://hooks.slack.com/services/T0/B0/secret", "https://hooks.slack.com", "slack");
        row("https://ntfy.sh/secret", "https://ntfy.sh", "ntfy");
        row("HTTPS://Ntfy.Example.com/secret?auth=secret#secret", "https://ntfy.example.com", "ntfy");
        row("http://127.0.0.1:8080/secret", "http://127.0.0.1:8080", "json");
        row("http://secret:secret@host.lan:80/a", "http://host.lan:80", "json");
        row("https://secret@ntfy.sh", "https://ntfy.sh", "ntfy");
        row("https://host?secret", "https://host", "json");
        row("https://[::1]:99/secret", "https://[::1]:99", "json");
        row("  https://host/secret\n", "https://host", "json");
        row("https://evil.example/https://ntfy.sh/", "https://evil.example", "json");
    }
    void names_only_scheme_and_host() {
        QFETCH(QByteArray, address);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, form);
        const auto webhook = parse_webhook(address.toStdString());
        QVERIFY(webhook.ok());
        QCOMPARE(webhook->url, address.trimmed().toStdString());
        QCOMPARE(QByteArray::fromStdString(webhook->place), place);
        QCOMPARE(QByteArray::fromStdString(std::string(webhook_form_name(webhook->form))), form);
    }

    void refuses_other_addresses_data() {
        QTest::addColumn<QByteArray>("address");
        for (const char* address :
             {"", "secret", "hooks.slack.com/secret", "ftp://host/secret", "file:///secret", "https://",
              "https:///secret", "https://user:pass/secret@host", "https://ho st/secret",
              "https://host\\secret", "https://host/sec ret", "https://host:secret/", "https://h\"st/secret",
              "https://[::1/secret"})
            QTest::newRow(address) << QByteArray(address);
    }
    void refuses_other_addresses() {
        QFETCH(QByteArray, address);
        const auto webhook = parse_webhook(address.toStdString());
        QVERIFY(!webhook.ok());
        QVERIFY(webhook.error().code == ErrorCode::invalid_argument);
        for (const char* part : {"secret", "pass", "user"})
            QVERIFY2(webhook.error().message.find(part) == std::string::npos, part);
    }

    void form_can_be_chosen() {
        for (const auto form : webhook_forms) {
            const auto webhook = parse_webhook("https://ntfy.sh/x", form);
            QVERIFY(webhook.ok() && webhook->form == form);
            QVERIFY(webhook_form_of(webhook_form_name(form)) == form);
        }
        QVERIFY(!webhook_form_of("discord"));
    }

    void key_tells_addresses_apart() {
        const auto a = parse_webhook("https://ntfy.sh/a")->key();
        QCOMPARE(a.size(), std::size_t{4});
        QCOMPARE(parse_webhook(" https://ntfy.sh/a ")->key(), a);
        QVERIFY(parse_webhook("https://ntfy.sh/b")->key() != a);
    }
};

STEPVAULT_TEST(TestWebhook)

}  // namespace test_webhook

#include "test_webhook.moc"
