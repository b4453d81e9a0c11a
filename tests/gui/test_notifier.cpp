#include <QTest>

#include "gui/model_rows.h"
#include "support/registry.h"
#include "ui/window/notifier.h"

namespace test_notifier {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;

/// Times are in minutes since the start; the clock does not run by itself.
class TestNotifier : public QObject {
    Q_OBJECT

 private slots:
    void eachStateIsToldOnce();
    void whatHappenedBeforeIsNotTold();
    void whatStalledBeforeMayStillFinish();
    void flappingIsToldOnce();
    void afterCalmItIsToldAgain();
    void goneRunsAreForgotten();
    void failingRunIsToldOnceUntilItFiles();
    void lowDiskIsToldOnceUntilThereIsRoom();
    void damageIsToldEachTime();

 private:
    QStringList see(RunState state, int minute, const char* name = "gpt") {
        const auto told = notifier_.takeRuns({{runInfo(name, state), {}}}, minute * 60.0);
        QStringList texts;
        for (const Notification& each : told)
            texts << each.title + QStringLiteral(": ") + each.text;
        return texts;
    }
    static WatchEvent event(WatchEvent::Kind kind, const char* run, const char* item) {
        return {kind, run, run, item, "no space left", {}};
    }

    Notifier notifier_;

 private slots:
    void init() { notifier_.clear(); }
};

void TestNotifier::eachStateIsToldOnce() {
    QVERIFY(see(RunState::live, 0).isEmpty());
    QCOMPARE(see(RunState::stalled, 20), QStringList{"gpt: Stalled: nothing came after step 4,200."});
    QVERIFY(see(RunState::stalled, 21).isEmpty());
    QVERIFY(see(RunState::stalled, 500).isEmpty());
    QVERIFY(see(RunState::live, 501).isEmpty());
    QCOMPARE(see(RunState::diverged, 502), QStringList{"gpt: Diverged: at step 4,200 the loss is 2.113."});
    QVERIFY(see(RunState::diverged, 503).isEmpty());
    QCOMPARE(see(RunState::finished, 504), QStringList{"gpt: Finished at step 4,200 with a loss of 2.113."});
    QVERIFY(see(RunState::finished, 505).isEmpty());
    QVERIFY(see(RunState::idle, 5000).isEmpty());
}

void TestNotifier::whatHappenedBeforeIsNotTold() {
    for (const RunState state : {RunState::stalled, RunState::diverged, RunState::finished, RunState::idle}) {
        notifier_.clear();
        QVERIFY(see(state, 0).isEmpty());
        QVERIFY(see(state, 60).isEmpty());
    }
    // An old run whose curve is read after its folder was found.
    notifier_.clear();
    QVERIFY(see(RunState::idle, 0).isEmpty());
    QVERIFY(see(RunState::finished, 1).isEmpty());
    QVERIFY(see(RunState::diverged, 2).isEmpty());
    // Once the run continues, its states count.
    QVERIFY(see(RunState::live, 3).isEmpty());
    QCOMPARE(see(RunState::diverged, 4).size(), 1);
}

void TestNotifier::whatStalledBeforeMayStillFinish() {
    QVERIFY(see(RunState::stalled, 0).isEmpty());
    QCOMPARE(see(RunState::finished, 5).size(), 1);
}

void TestNotifier::flappingIsToldOnce() {
    QVERIFY(see(RunState::live, 0).isEmpty());
    int told = 0;
    for (int minute = 1; minute < 200; minute += 2) {
        told += static_cast<int>(see(RunState::diverged, minute).size());
        told += static_cast<int>(see(RunState::live, minute + 1).size());
    }
    QCOMPARE(told, 1);
}

void TestNotifier::afterCalmItIsToldAgain() {
    QVERIFY(see(RunState::live, 0).isEmpty());
    QCOMPARE(see(RunState::stalled, 20).size(), 1);
    QVERIFY(see(RunState::live, 30).isEmpty());
    QVERIFY(see(RunState::live, 39).isEmpty());
    QVERIFY(see(RunState::stalled, 50).isEmpty());
    QVERIFY(see(RunState::live, 60).isEmpty());
    QVERIFY(see(RunState::live, 70).isEmpty());
    QCOMPARE(see(RunState::stalled, 90).size(), 1);
}

void TestNotifier::goneRunsAreForgotten() {
    QVERIFY(see(RunState::live, 0).isEmpty());
    QVERIFY(notifier_.takeRuns({}, 60).empty());
    QVERIFY2(see(RunState::stalled, 2).isEmpty(), "as if it was seen for the first time");
}

void TestNotifier::failingRunIsToldOnceUntilItFiles() {
    const auto failed = [&](const char* run, const char* item) {
        return notifier_.takeEvent(event(WatchEvent::Kind::failed, run, item));
    };
    const auto first = failed("gpt", "a.pt");
    QVERIFY(first && first->kind == NotificationKind::filingFailed);
    QCOMPARE(first->title, QStringLiteral("gpt: not filed"));
    QCOMPARE(first->text, QStringLiteral("a.pt: no space left. Trying again later."));
    QVERIFY(!failed("gpt", "a.pt"));
    QVERIFY(!failed("gpt", "b.pt"));
    QVERIFY(failed("vit", "a.pt"));
    QVERIFY(!notifier_.takeEvent(event(WatchEvent::Kind::skipped, "gpt", "c.pt")));
    QVERIFY(!notifier_.takeEvent(event(WatchEvent::Kind::filed, "gpt", "a.pt")));
    QVERIFY(failed("gpt", "d.pt"));
    QVERIFY(!failed("vit", "b.pt"));
    QVERIFY(!notifier_.takeEvent(event(WatchEvent::Kind::recovered, "vit", "")));
    QVERIFY(failed("vit", "b.pt"));
    QVERIFY(notifier_.takeWatchFailure(QStringLiteral("the disk is gone")));
    QVERIFY(!notifier_.takeWatchFailure(QStringLiteral("the disk is gone")));
    QVERIFY(!notifier_.takeEvent(event(WatchEvent::Kind::filed, "vit", "a.pt")));
    QVERIFY(notifier_.takeWatchFailure(QStringLiteral("the disk is gone")));
}

void TestNotifier::lowDiskIsToldOnceUntilThereIsRoom() {
    constexpr std::uint64_t gib = 1ULL << 30U;
    const auto free = [&](double share) {
        return notifier_.takeDisk(
            DiskSpace{static_cast<std::uint64_t>(share * 100.0 * static_cast<double>(gib)), 100 * gib});
    };
    QVERIFY(!notifier_.takeDisk(std::nullopt));
    QVERIFY(!free(0.11));
    const auto low = free(0.09);
    QVERIFY(low && low->kind == NotificationKind::diskLow && notifier_.isDiskLow());
    QCOMPARE(low->text, QStringLiteral("Only 9.0 GiB are free on the vault's disk (9 %)."));
    QVERIFY(!free(0.08));
    // A file was deleted and created again.
    QVERIFY(!free(0.105));
    QVERIFY(notifier_.isDiskLow());
    QVERIFY(!free(0.09));
    QVERIFY(!free(0.2));
    QVERIFY(!notifier_.isDiskLow());
    QVERIFY(free(0.05));
}

void TestNotifier::damageIsToldEachTime() {
    VerifyOutcome outcome;
    outcome.report.checkpoints = 12;
    QVERIFY(!Notifier::takeVerdict(outcome));
    outcome.report.damage.push_back({"gpt", "id", "checksum differs"});
    const auto told = Notifier::takeVerdict(outcome);
    QVERIFY(told && told->kind == NotificationKind::damage);
    QVERIFY2(told->text.contains(QStringLiteral("1 damaged")), qPrintable(told->text));
    outcome.problem = Error{ErrorCode::cancelled, "stopped"};
    QVERIFY(!Notifier::takeVerdict(outcome));
}

STEPVAULT_TEST(TestNotifier)

}  // namespace test_notifier

#include "test_notifier.moc"
