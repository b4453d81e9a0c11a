#include <condition_variable>
#include <mutex>

#include <QTemporaryDir>
#include <QtTest>

#include "base/wall_clock.h"
#include "library/services/event_watch.h"
#include "support/http_server.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_event_watch {

using namespace stepvault;
using namespace stepvault::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// A metrics file of a run that was live a moment ago.
void write_losses(const fs::path& folder, bool diverges) {
    std::ostringstream text;
    text.precision(17);
    for (int i = 0; i < 50; ++i)
        text << R"({"step": )" << i << R"(, "loss": )" << 2.0 / (i + 1) << R"(, "time": )"
             << unix_seconds() - 60 + i << "}\n";
    if (diverges) text << R"({"step": 50, "loss": NaN, "time": )" << unix_seconds() << "}\n";
    write_text(folder / "metrics.jsonl", text.str());
}

}  // namespace

class TestEventWatch : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    fs::path root_;

    [[nodiscard]] std::unique_ptr<LocalVault> open() const {
        auto library = open_library(root_ / "vault");
        if (!library) qFatal("%s", library.error().message.c_str());
        return std::move(*library);
    }
    static WebhookNotifier notifier(const VaultHandle& library, const HttpServer& server,
                                    const WebhookNotifier::Timing& timing = {}) {
        return {library.folder(),
                *parse_webhook(server.place(), WebhookForm::slack),
                {EventKind::stalled, EventKind::diverged, EventKind::finished},
                [](const RunEvent& event) {
                    return EventText{event.run, std::string(event_kind_name(event.kind))};
                },
                timing};
    }
    /// Watches once, and tells of what it found.
    static std::size_t watch_and_tell(VaultHandle& library, const fs::path& folder,
                                      const HttpServer& server) {
        Events next;
        std::size_t sent = 0;
        // The thread looks once, before anything is watched.
        EventWatch events(
            library, next, notifier(library, server),
            [&](const WebhookNotifier::Outcome& outcome) { sent += outcome.sent.size(); }, 1h);
        const auto status = library.watcher().watch(
            {.roots = {folder}, .scheme = {}, .plan = {}, .once = true, .quiet = 0ns}, events, {});
        if (!status) qWarning("%s", status.error().message.c_str());
        events.finish({});
        if (next.all.empty()) qWarning("the observer saw nothing");
        return sent;
    }

 private slots:
    void initTestCase() {
        if (!can_post()) QSKIP("this build lacks libcurl");
    }
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        root_ = fs::path(dir_->path().toStdString());
    }

    void tells_once_over_a_restart() {
        const HttpServer server;
        write_losses(root_ / "gpt", false);
        QCOMPARE(watch_and_tell(*open(), root_ / "gpt", server), std::size_t{0});
        write_losses(root_ / "gpt", true);
        QCOMPARE(watch_and_tell(*open(), root_ / "gpt", server), std::size_t{1});
        QCOMPARE(watch_and_tell(*open(), root_ / "gpt", server), std::size_t{0});
        QCOMPARE(server.received().size(), std::size_t{1});
        QCOMPARE(server.received()[0].body, std::string(R"({"text":"gpt: diverged"})"));
    }

    void runs_that_are_not_watched_are_not_told_of() {
        const HttpServer server;
        write_losses(root_ / "gpt", false);
        write_losses(root_ / "vit", false);
        const auto library = open();
        VERIFY_OK(watch_once(*library, {root_ / "gpt", root_ / "vit"}));
        write_losses(root_ / "gpt", true);
        VERIFY_OK(watch_once(*library, {root_ / "gpt"}));
        QCOMPARE(watch_and_tell(*library, root_ / "vit", server), std::size_t{0});
        QCOMPARE(watch_and_tell(*library, root_ / "gpt", server), std::size_t{1});
    }

    void tells_while_it_watches() {
        const HttpServer server;
        write_losses(root_ / "gpt", false);
        const auto library = open();
        std::binary_semaphore told{0};
        {
            Events next;
            EventWatch events(
                *library, next, notifier(*library, server),
                [&](const WebhookNotifier::Outcome&) { told.release(); }, 20ms);
            std::jthread watching([&](const std::stop_token& stop) {
                WatchOptions options;
                options.roots = {root_ / "gpt"};
                (void)library->watcher().watch(options, events, {.stop = stop});
            });
            write_losses(root_ / "gpt", true);
            const bool was_told = told.try_acquire_for(60s);
            watching.request_stop();
            watching.join();
            QVERIFY(was_told);
        }
        QCOMPARE(server.received().size(), std::size_t{1});
    }

    void hanging_server_holds_nothing_up() {
        const HttpServer server(HttpServer::hang);
        write_losses(root_ / "gpt", true);
        const auto library = open();
        Events next;
        // Without a stop the request would last longer than the test may.
        EventWatch events(
            *library, next, notifier(*library, server, {.http = {.connect = 1h, .whole = 1h}}),
            [](const WebhookNotifier::Outcome&) {}, 10ms);
        VERIFY_OK(library->watcher().watch(
            {.roots = {root_ / "gpt"}, .scheme = {}, .plan = {}, .once = true, .quiet = 0ns}, events, {}));
        QVERIFY(server.wait_for(1));
    }

    void full_quota_counts_until_it_is_over() {
        SpaceEvents space;
        WatchEvent event;
        event.run_id = "gpt";
        event.kind = WatchEvent::Kind::failed;
        event.code = ErrorCode::io;
        space.take(event);
        QVERIFY(!space.is_full());
        event.code = ErrorCode::no_space;
        space.take(event);
        event.run_id.clear();
        event.folder = "/data";
        space.take(event);
        event.kind = WatchEvent::Kind::recovered;
        space.take(event);
        QVERIFY2(space.is_full(), "the run still waits");
        event.run_id = "gpt";
        event.kind = WatchEvent::Kind::filed;
        space.take(event);
        QVERIFY(!space.is_full());
    }

    void damaged_places_differ() {
        const auto places =
            damaged_places({{"a", "1", "x"}, {"a", "1", "y"}, {"a", "", "z"}, {"b", "1", "x"}});
        QCOMPARE(places, (std::set<std::string>{"a/1", "a/z", "b/1"}));
    }
};

STEPVAULT_TEST(TestEventWatch)

}  // namespace test_event_watch

#include "test_event_watch.moc"
