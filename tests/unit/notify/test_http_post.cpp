#include <QtTest>

#include "notify/http_post.h"
#include "support/http_server.h"
#include "support/registry.h"

namespace test_http_post {

using namespace stepvault;
using namespace std::chrono_literals;

class TestHttpPost : public QObject {
    Q_OBJECT

    static HttpRequest request(const std::string& place) {
        return {.url = place + "/secret?key=secret", .headers = {{"X-Name", "a b"}}, .body = "hello"};
    }
    static void check_silence(const Error& error) {
        QVERIFY2(error.message.find("secret") == std::string::npos, error.message.c_str());
        QVERIFY2(error.message.find("127.0.0.1") == std::string::npos, error.message.c_str());
    }

 private slots:
    void initTestCase() {
        if (!can_post()) QSKIP("this build lacks libcurl");
    }

    void posts() {
        const test::HttpServer server;
        const auto status = http_post(request(server.place()), {}, {});
        QVERIFY2(status.ok(), status.ok() ? "" : status.error().message.c_str());
        QCOMPARE(*status, 200);
        const auto received = server.received();
        QCOMPARE(received.size(), std::size_t{1});
        QCOMPARE(received[0].method, std::string("POST"));
        QCOMPARE(received[0].target, std::string("/secret?key=secret"));
        QCOMPARE(received[0].body, std::string("hello"));
        QCOMPARE(received[0].headers.at("x-name"), std::string("a b"));
    }

    void returns_every_status_data() {
        QTest::addColumn<int>("answer");
        for (const int answer : {204, 301, 404, 500, 503})
            QTest::addRow("%d", answer) << answer;
    }
    void returns_every_status() {
        QFETCH(int, answer);
        const test::HttpServer server(answer);
        const auto status = http_post(request(server.place()), {}, {});
        QVERIFY(status.ok());
        QCOMPARE(*status, answer);
        QVERIFY2(server.received().size() == 1, "a redirection may lead to a stranger");
    }

    void gives_up_on_a_server_that_hangs() {
        const test::HttpServer server(test::HttpServer::hang);
        const auto status = http_post(request(server.place()), {.connect = 100ms, .whole = 100ms}, {});
        QVERIFY(!status.ok());
        QVERIFY(status.error().code == ErrorCode::io);
        check_silence(status.error());
    }

    void refused_connection() {
        const auto place = "http://127.0.0.1:" + std::to_string(test::HttpServer::closed_port());
        const auto status = http_post(request(place), {}, {});
        QVERIFY(!status.ok());
        QVERIFY(status.error().code == ErrorCode::io);
        check_silence(status.error());
    }

    void other_schemes_are_refused() {
        const auto status = http_post({.url = "file:///etc/secret", .headers = {}, .body = {}}, {}, {});
        QVERIFY(!status.ok());
        check_silence(status.error());
    }

    void stop_ends_it_at_once() {
        const test::HttpServer server(test::HttpServer::hang);
        std::stop_source source;
        const std::jthread stopper([&] {
            (void)server.wait_for(1);
            source.request_stop();
        });
        // Without the stop it would go on for longer than the test may take.
        const auto status =
            http_post(request(server.place()), {.connect = 1h, .whole = 1h}, source.get_token());
        QVERIFY(!status.ok());
        QVERIFY(status.error().code == ErrorCode::cancelled);
        const auto later = http_post(request(server.place()), {}, source.get_token());
        QVERIFY(!later.ok() && later.error().code == ErrorCode::cancelled);
    }
};

STEPVAULT_TEST(TestHttpPost)

}  // namespace test_http_post

#include "test_http_post.moc"
