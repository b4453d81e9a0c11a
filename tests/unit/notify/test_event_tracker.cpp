#include <QtTest>

#include "notify/event_tracker.h"
#include "support/registry.h"

namespace test_event_tracker {

using namespace stepvault;

namespace {

constexpr double minute = 60;
constexpr std::uint64_t gib = 1ULL << 30U;

/// A run's states, one a minute: l(ive), s(talled), d(iverged), f(inished), e(nded), i(dle).
RunState state_of(char letter) {
    switch (letter) {
        case 'l':
            return RunState::live;
        case 's':
            return RunState::stalled;
        case 'd':
            return RunState::diverged;
        case 'f':
            return RunState::finished;
        case 'e':
            return RunState::ended;
        default:
            return RunState::idle;
    }
}

}  // namespace

class TestEventTracker : public QObject {
    Q_OBJECT

 private slots:
    void finds_events_data() {
        QTest::addColumn<QByteArray>("states");
        QTest::addColumn<QByteArray>("events");  // '.' for none

        QTest::newRow("each state once") << QByteArray("llssssddff") << QByteArray("..s...d.f.");
        QTest::newRow("no event in these") << QByteArray("leili") << QByteArray(".....");
        QTest::newRow("before it was seen") << QByteArray("ffdd") << QByteArray("....");
        QTest::newRow("idle before it was seen") << QByteArray("ifd") << QByteArray("...");
        QTest::newRow("alive after all") << QByteArray("ffld") << QByteArray("...d");
        QTest::newRow("stalled before it was seen") << QByteArray("ssff") << QByteArray("..f.");
        QTest::newRow("flapping") << QByteArray("ldldldldldldldld") << QByteArray(".d..............");
        QTest::newRow("again after nine minutes")
            << QByteArray("ldlllllllllld") << QByteArray(".d...........");
        QTest::newRow("again after ten minutes")
            << QByteArray("ldlllllllllllld") << QByteArray(".d............d");
        QTest::newRow("resumed after its end")
            << QByteArray("lflllllllllllllf") << QByteArray(".f.............f");
    }
    void finds_events() {
        QFETCH(QByteArray, states);
        QFETCH(QByteArray, events);
        EventTracker tracker;
        QByteArray found;
        for (int i = 0; i < states.size(); ++i) {
            const auto event =
                tracker.see({.id = "1", .name = "gpt", .state = state_of(states[i])}, i * minute);
            found += event ? event_kind_name(event->kind)[0] : '.';
        }
        QCOMPARE(found, events);
    }

    void event_has_the_figures_of_its_time() {
        EventTracker tracker;
        QVERIFY(!tracker.see({.id = "1", .name = "gpt", .state = RunState::live, .step = 4}, 0));
        const auto event = tracker.see(
            {.id = "1", .name = "gpt", .state = RunState::diverged, .step = 5, .loss = 9.5}, minute);
        QVERIFY(event.has_value());
        QVERIFY(event->kind == EventKind::diverged && event->time == minute);
        QCOMPARE(event->run_id, std::string("1"));
        QCOMPARE(event->run, std::string("gpt"));
        QCOMPARE(event->step, std::optional<std::int64_t>(5));
        QCOMPARE(event->loss, std::optional(9.5));
    }

    void run_that_grew_just_now_was_live() {
        const double now = 1000 * minute;
        const auto first = [&](double last_growth) {
            EventTracker tracker;
            return tracker.see(
                {.id = "1", .name = "gpt", .state = RunState::diverged, .last_growth = last_growth}, now);
        };
        QVERIFY(first(now - 9 * minute));
        QVERIFY(!first(now - 11 * minute));
    }

    void runs_are_apart_and_forgotten() {
        EventTracker tracker;
        const auto see = [&](const char* id, RunState state, double now) {
            return tracker.see({.id = id, .name = id, .state = state}, now).has_value();
        };
        QVERIFY(!see("1", RunState::live, 0));
        QVERIFY(!see("2", RunState::live, 0));
        QVERIFY(see("1", RunState::finished, 1));
        QVERIFY(see("2", RunState::finished, 1));
        QVERIFY(!see("1", RunState::live, 2));
        tracker.forget([](const std::string& id) { return id == "1"; });
        QCOMPARE(tracker.runs().size(), std::size_t{1});
        QVERIFY2(!see("1", RunState::diverged, 3), "as if it was seen for the first time");
    }

    void low_disk_is_one_event_until_there_is_room() {
        EventTracker tracker;
        const auto low = [&](std::uint64_t tenths_of_percent) {
            return tracker.see_disk(DiskSpace{tenths_of_percent * gib / 10, 100 * gib}, false, 7);
        };
        QVERIFY(!tracker.see_disk(std::nullopt, false, 7));
        QVERIFY(!low(110));
        const auto event = low(90);
        QVERIFY(event && event->kind == EventKind::disk_low && event->disk->free == 9 * gib);
        QVERIFY(!low(80));
        QVERIFY2(!low(105), "a file was deleted and created again");
        QVERIFY(tracker.is_disk_low());
        QVERIFY(!tracker.see_disk(std::nullopt, true, 7));
        tracker = {};
        QVERIFY(low(90));
        QVERIFY(!low(200));
        QVERIFY(!tracker.is_disk_low());
        QVERIFY(low(90));
    }

    void exhausted_quota_is_one_event() {
        EventTracker tracker;
        const DiskSpace large{500 * gib, 1000 * gib};
        const auto event = tracker.see_disk(large, true, 0);
        QVERIFY(event && event->kind == EventKind::disk_low && !event->disk);
        // Another watcher writes nothing, and sees the free space alone.
        for (double time = 0; time < 60 * minute; time += minute) {
            QVERIFY(!tracker.see_disk(large, false, time));
            QVERIFY(!tracker.see_disk(large, true, time));
            QVERIFY(tracker.lacks_space(time) && !tracker.is_disk_low());
        }
        QVERIFY(!tracker.see_disk(large, false, 70 * minute));
        QVERIFY(!tracker.lacks_space(70 * minute));
        QVERIFY(tracker.see_disk(std::nullopt, true, 71 * minute));
    }

    void new_damage_is_an_event() {
        EventTracker tracker;
        QVERIFY(!tracker.see_damage({}, 1));
        const auto event = tracker.see_damage({"gpt/a", "gpt/b"}, 2);
        QVERIFY(event && event->kind == EventKind::damage);
        QCOMPARE(event->damaged, std::uint64_t{2});
        QVERIFY(!tracker.see_damage({"gpt/b"}, 3));
        QVERIFY(tracker.see_damage({"gpt/a", "gpt/b"}, 4));
        QVERIFY(!tracker.see_damage({}, 5));
        QVERIFY(tracker.see_damage({"gpt/b"}, 6));
    }
};

STEPVAULT_TEST(TestEventTracker)

}  // namespace test_event_tracker

#include "test_event_tracker.moc"
