#include <cmath>

#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "notify/webhook_message.h"
#include "support/registry.h"

namespace test_webhook_message {

using namespace stepvault;

namespace {

const RunEvent diverged{
    .kind = EventKind::diverged, .time = 1000, .run_id = "id", .run = "gpt <a&b>", .step = 4200, .loss = 9.5};
const EventText words{"gpt <a&b>", "Diverged: at step 4,200 the loss is 9.5."};

HttpRequest request(WebhookForm form, const RunEvent& event = diverged, const EventText& text = words) {
    return webhook_request(*parse_webhook("https://host/x", form), event, text);
}

std::string header(const HttpRequest& request, const char* name) {
    for (const auto& [key, value] : request.headers) {
        if (key == name) return value;
    }
    return "none";
}

QJsonObject object(const HttpRequest& request) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(request.body)).object();
}

}  // namespace

class TestWebhookMessage : public QObject {
    Q_OBJECT

 private slots:
    void slack() {
        const auto sent = request(WebhookForm::slack);
        QCOMPARE(sent.url, std::string("https://host/x"));
        QCOMPARE(header(sent, "Content-Type"), std::string("application/json"));
        QCOMPARE(sent.body,
                 std::string(R"({"text":"gpt &lt;a&amp;b&gt;: Diverged: at step 4,200 the loss is 9.5."})"));
    }

    void ntfy() {
        const auto sent = request(WebhookForm::ntfy);
        QCOMPARE(sent.body, words.text);
        QCOMPARE(header(sent, "Title"), words.title);
        QCOMPARE(header(sent, "Priority"), std::string("high"));
        QCOMPARE(header(sent, "Tags"), std::string("warning"));
        QCOMPARE(header(request(WebhookForm::ntfy, {.kind = EventKind::finished}), "Priority"),
                 std::string("default"));
    }

    void ntfy_title_is_one_line_of_ascii_data() {
        QTest::addColumn<QByteArray>("title");
        QTest::addColumn<QByteArray>("header");
        QTest::newRow("lines") << QByteArray("a\r\nX-Evil: b") << QByteArray("a  X-Evil: b");
        QTest::newRow("one byte over") << QByteArray("ü") << QByteArray("=?UTF-8?B?w7w=?=");
        QTest::newRow("whole") << QByteArray("é!") << QByteArray("=?UTF-8?B?w6kh?=");
        QTest::newRow("two bytes over") << QByteArray("运行") << QByteArray("=?UTF-8?B?6L+Q6KGM?=");
        QTest::newRow("four") << QByteArray("aaaü") << QByteArray("=?UTF-8?B?YWFhw7w=?=");
        QTest::newRow("no text") << QByteArray("\xFF") << QByteArray("=?UTF-8?B?77+9?=");
    }
    void ntfy_title_is_one_line_of_ascii() {
        QFETCH(QByteArray, title);
        QTEST(QByteArray::fromStdString(
                  header(request(WebhookForm::ntfy, diverged, {title.toStdString(), "text"}), "Title")),
              "header");
    }

    void json() {
        const auto sent = object(request(WebhookForm::json));
        const QJsonObject wanted{
            {"event", "diverged"}, {"time", 1000.0}, {"run", "gpt <a&b>"},   {"run_id", "id"},
            {"step", 4200},        {"loss", 9.5},    {"title", "gpt <a&b>"}, {"text", words.text.c_str()}};
        QCOMPARE(sent, wanted);
    }

    void json_of_other_events() {
        const auto low =
            object(request(WebhookForm::json, {.kind = EventKind::disk_low, .disk = DiskSpace{5, 100}}));
        QCOMPARE(low["free_bytes"].toInt(), 5);
        QCOMPARE(low["total_bytes"].toInt(), 100);
        QVERIFY(!low.contains("run") && !low.contains("step"));
        QCOMPARE(
            object(request(WebhookForm::json, {.kind = EventKind::damage, .damaged = 3}))["damaged"].toInt(),
            3);
        auto infinite = diverged;
        infinite.loss = std::nan("");
        QVERIFY(object(request(WebhookForm::json, infinite))["loss"].isNull());
        auto bytes = diverged;
        bytes.run = "\xFF";
        QCOMPARE(object(request(WebhookForm::json, bytes))["run"].toString(),
                 QString(QChar::ReplacementCharacter));
    }

    void test_message() {
        const auto hook = *parse_webhook("https://host/x", WebhookForm::json);
        const auto sent = object(webhook_request(hook, {"Stepvault", "It works."}));
        QCOMPARE(sent, (QJsonObject{{"event", "test"}, {"title", "Stepvault"}, {"text", "It works."}}));
    }
};

STEPVAULT_TEST(TestWebhookMessage)

}  // namespace test_webhook_message

#include "test_webhook_message.moc"
