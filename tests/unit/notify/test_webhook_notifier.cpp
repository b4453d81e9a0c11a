#include <fstream>

#include <QTemporaryDir>
#include <QtTest>

#include "base/file_lock.h"
#include "notify/webhook_notifier.h"
#include "support/http_server.h"
#include "support/registry.h"
#include "vault/records/vault_paths.h"

namespace test_webhook_notifier {

using namespace stepvault;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr double minute = 60;
const std::set<EventKind> all(event_kinds.begin(), event_kinds.end());
const WebhookNotifier::Timing quick{
    .http = {.connect = 300ms, .whole = 300ms}, .attempts = 2, .pause = 1ms, .shortest_wait = minute};

}  // namespace

/// Times are in minutes.
class TestWebhookNotifier : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    fs::path vault_;

    [[nodiscard]] WebhookNotifier make(const std::string& place, std::set<EventKind> kinds = all,
                                       const WebhookNotifier::Timing& timing = quick) const {
        return {vault_, *parse_webhook(place + "/secret", WebhookForm::slack), std::move(kinds),
                [](const RunEvent& event) {
                    return EventText{event.run, std::string(event_kind_name(event.kind))};
                },
                timing};
    }
    static Sighting sighting(RunState state, double time, const char* id = "gpt") {
        return {.time = time * minute, .runs = {{.id = id, .name = id, .state = state}}};
    }
    static WebhookNotifier::Outcome see(WebhookNotifier& notifier, RunState state, double time) {
        return notifier.look(sighting(state, time), {});
    }
    static QStringList bodies(const test::HttpServer& server) {
        QStringList list;
        for (const auto& each : server.received())
            list << QString::fromStdString(each.body);
        return list;
    }
    [[nodiscard]] std::string stored_text() const {
        std::string text;
        for (const auto& entry : fs::recursive_directory_iterator(vault_)) {
            text += entry.path().native();
            if (!entry.is_regular_file()) continue;
            std::ifstream file(entry.path());
            text.append(std::istreambuf_iterator<char>(file), {});
        }
        return text;
    }

 private slots:
    void initTestCase() {
        if (!can_post()) QSKIP("this build lacks libcurl");
    }
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        vault_ = fs::path(dir_->path().toStdString()) / "vault";
        fs::create_directories(vault_ / "runs" / "gpt");
        std::ofstream(vault_file(vault_)) << "{}";
    }

    void sends_each_event_once() {
        const test::HttpServer server;
        auto notifier = make(server.place());
        QVERIFY(see(notifier, RunState::live, 0).sent.empty());
        const auto outcome = see(notifier, RunState::diverged, 1);
        QCOMPARE(outcome.sent.size(), std::size_t{1});
        QVERIFY(!outcome.problem);
        QVERIFY(see(notifier, RunState::diverged, 2).sent.empty());
        QVERIFY(see(notifier, RunState::finished, 3).sent.size() == 1);
        QCOMPARE(bodies(server), (QStringList{R"({"text":"gpt: diverged"})", R"({"text":"gpt: finished"})"}));
    }

    void once_over_a_restart() {
        const test::HttpServer server;
        {
            auto first = make(server.place());
            (void)see(first, RunState::live, 0);
            QCOMPARE(see(first, RunState::diverged, 1).sent.size(), std::size_t{1});
        }
        auto second = make(server.place());
        QVERIFY(see(second, RunState::diverged, 2).sent.empty());
        QVERIFY(see(second, RunState::finished, 3).sent.size() == 1);
        QCOMPARE(server.received().size(), std::size_t{2});
    }

    void again_after_the_run_was_live() {
        const test::HttpServer server;
        auto first = make(server.place());
        (void)see(first, RunState::live, 0);
        (void)see(first, RunState::diverged, 1);
        (void)see(first, RunState::live, 2);
        auto second = make(server.place());
        (void)see(second, RunState::live, 12);
        QCOMPARE(see(second, RunState::diverged, 13).sent.size(), std::size_t{1});
        QVERIFY(see(first, RunState::diverged, 14).sent.empty());
        QCOMPARE(server.received().size(), std::size_t{2});
    }

    void of_two_watchers_one_sends() {
        const test::HttpServer server;
        auto window = make(server.place());
        auto command = make(server.place());
        (void)see(window, RunState::live, 0);
        (void)see(command, RunState::live, 0);
        const auto work = [](WebhookNotifier& notifier, std::size_t& sent) {
            for (int i = 1; i <= 20; ++i)
                sent += see(notifier, RunState::finished, i).sent.size();
        };
        std::size_t by_window = 0;
        std::size_t by_command = 0;
        {
            const std::jthread one([&] { work(window, by_window); });
            const std::jthread other([&] { work(command, by_command); });
        }
        QCOMPARE(by_window + by_command, std::size_t{1});
        QCOMPARE(server.received().size(), std::size_t{1});
    }

    void while_another_sends_it_waits() {
        const test::HttpServer server;
        auto notifier = make(server.place());
        (void)see(notifier, RunState::live, 0);
        const auto key = parse_webhook(server.place() + "/secret")->key();
        {
            const auto held = FileLock::acquire(history_lock(vault_, key));
            QVERIFY(held.ok());
            auto damaged = sighting(RunState::finished, 1);
            damaged.damaged = {"gpt/1"};
            QVERIFY(notifier.look(damaged, {}).sent.empty());
        }
        const auto sent = see(notifier, RunState::finished, 2).sent;
        QCOMPARE(sent.size(), std::size_t{2});
        QVERIFY2(sent[1].kind == EventKind::damage, "found while it waited");
    }

    void two_webhooks_are_told_apart() {
        const test::HttpServer server;
        const test::HttpServer other;
        auto first = make(server.place());
        auto second = make(other.place());
        for (auto* notifier : {&first, &second}) {
            (void)see(*notifier, RunState::live, 0);
            QCOMPARE(see(*notifier, RunState::finished, 1).sent.size(), std::size_t{1});
        }
    }

    void failed_send_is_tried_again_later_data() {
        QTest::addColumn<int>("answer");
        QTest::addColumn<int>("attempts");
        QTest::newRow("error") << 500 << 2;
        QTest::newRow("hangs") << test::HttpServer::hang << 2;
        QTest::newRow("refused") << 403 << 1;
        QTest::newRow("moved") << 301 << 1;
        QTest::newRow("too many") << 429 << 2;
    }
    void failed_send_is_tried_again_later() {
        QFETCH(int, answer);
        QFETCH(int, attempts);
        test::HttpServer server(answer);
        auto notifier = make(server.place());
        (void)see(notifier, RunState::live, 0);
        const auto failed = see(notifier, RunState::diverged, 10);
        QVERIFY(failed.sent.empty() && failed.problem);
        const auto& message = failed.problem->message;
        QVERIFY2(message.find(server.place()) != std::string::npos, message.c_str());
        QVERIFY2(message.find("secret") == std::string::npos, message.c_str());
        QCOMPARE(server.received().size(), static_cast<std::size_t>(attempts));

        // Too early; then the same failure, which is not told again; then too early, since the waits double.
        for (const double time : {10.5, 11.5, 13.0})
            QVERIFY(!see(notifier, RunState::diverged, time).problem);
        QCOMPARE(server.received().size(), static_cast<std::size_t>(2 * attempts));
        server.set_status(200);
        const auto sent = see(notifier, RunState::diverged, 14).sent;
        QCOMPARE(sent.size(), std::size_t{1});
        QVERIFY(see(notifier, RunState::diverged, 20).sent.empty());
    }

    void unsent_event_outlives_the_process_and_its_state() {
        const auto closed = "http://127.0.0.1:" + std::to_string(test::HttpServer::closed_port());
        auto first = make(closed);
        (void)see(first, RunState::live, 0);
        QVERIFY(see(first, RunState::stalled, 1).problem);
        QVERIFY(see(first, RunState::diverged, 20).problem == std::nullopt);
        const auto history = read_history(history_file(vault_, parse_webhook(closed + "/secret")->key()));
        QVERIFY(history.ok());
        QCOMPARE(history->unsent.size(), std::size_t{2});
        // Meanwhile the run goes on, so that the stall is no news.
        auto second = make(closed);
        (void)see(second, RunState::live, 21);
        const auto later = read_history(history_file(vault_, parse_webhook(closed + "/secret")->key()));
        QCOMPARE(later->unsent.size(), std::size_t{1});
        QVERIFY(later->unsent[0].kind == EventKind::diverged);
        (void)see(second, RunState::idle, 25 * 60);
        QVERIFY2(read_history(history_file(vault_, parse_webhook(closed + "/secret")->key()))->unsent.empty(),
                 "after a day it is not worth telling");
    }

    void sends_only_the_chosen_kinds() {
        const test::HttpServer server;
        auto notifier = make(server.place(), {EventKind::finished, EventKind::damage});
        (void)see(notifier, RunState::live, 0);
        auto low = sighting(RunState::diverged, 1);
        low.disk = DiskSpace{1, 1000};
        low.damaged = {"gpt/1"};
        (void)notifier.look(low, {});
        (void)see(notifier, RunState::finished, 2);
        QCOMPARE(bodies(server), (QStringList{R"({"text":": damage"})", R"({"text":"gpt: finished"})"}));
        auto other = make(server.place(), {EventKind::diverged});
        QVERIFY2(see(other, RunState::finished, 3).sent.size() == 1, "another watcher tells the others");
    }

    void vault_that_cannot_be_written() {
        const test::HttpServer server;
        // In the place of the folder: a file cannot hold any.
        std::ofstream(vault_ / "told") << "in the way";
        auto notifier = make(server.place());
        (void)see(notifier, RunState::live, 0);
        QCOMPARE(see(notifier, RunState::finished, 1).sent.size(), std::size_t{1});
        QVERIFY(see(notifier, RunState::finished, 2).sent.empty());
        fs::remove(vault_ / "told");
        QVERIFY2(see(notifier, RunState::finished, 3).sent.empty(), "it is written now");
        auto second = make(server.place());
        QVERIFY(see(second, RunState::finished, 4).sent.empty());
    }

    void damaged_history_does_not_silence_it() {
        const test::HttpServer server;
        auto notifier = make(server.place());
        (void)see(notifier, RunState::live, 0);
        for (const auto& entry : fs::directory_iterator(vault_ / "told")) {
            if (entry.path().extension() == ".json") std::ofstream(entry.path()) << "{";
        }
        QCOMPARE(see(notifier, RunState::finished, 1).sent.size(), std::size_t{1});
        auto second = make(server.place());
        QVERIFY(see(second, RunState::finished, 2).sent.empty());
    }

    void vault_that_moved_away_is_not_made_again() {
        auto notifier = make("http://127.0.0.1:1");
        fs::rename(vault_, vault_.native() + "-moved");
        (void)see(notifier, RunState::live, 0);
        QVERIFY(!fs::exists(vault_));
    }

    void removed_runs_are_forgotten() {
        const test::HttpServer server;
        fs::create_directories(vault_ / "runs" / "vit");
        auto notifier = make(server.place());
        (void)notifier.look({.runs = {{.id = "gpt", .name = "gpt", .state = RunState::live},
                                      {.id = "vit", .name = "vit", .state = RunState::live}}},
                            {});
        fs::remove(vault_ / "runs" / "vit");
        (void)notifier.look({.time = 1}, {});
        const auto history =
            read_history(history_file(vault_, parse_webhook(server.place() + "/secret")->key()));
        QCOMPARE(history->tracker.runs().size(), std::size_t{1});
        QVERIFY2(history->tracker.runs().contains("gpt"), "another watcher's run stays");
    }

    void nothing_stored_gives_the_address_away() {
        test::HttpServer server(500);
        auto notifier = make(server.place());
        (void)see(notifier, RunState::live, 0);
        (void)see(notifier, RunState::finished, 1);
        const auto text = stored_text();
        QVERIFY(text.find("finished") != std::string::npos);
        QVERIFY(text.find("secret") == std::string::npos);
        QVERIFY(text.find("127.0.0.1") == std::string::npos);
    }

    void stop_gives_up_at_once() {
        const test::HttpServer server(test::HttpServer::hang);
        auto patient = quick;
        patient.http = {.connect = 1h, .whole = 1h};
        auto notifier = make(server.place(), all, patient);
        (void)see(notifier, RunState::live, 0);
        std::stop_source source;
        const std::jthread stopper([&] {
            (void)server.wait_for(1);
            source.request_stop();
        });
        const auto outcome = notifier.look(sighting(RunState::finished, 1), source.get_token());
        QVERIFY(outcome.sent.empty() && !outcome.problem);
    }
};

STEPVAULT_TEST(TestWebhookNotifier)

}  // namespace test_webhook_notifier

#include "test_webhook_notifier.moc"
