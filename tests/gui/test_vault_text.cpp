#include <QtTest>

#include "support/registry.h"
#include "ui/text/format.h"
#include "ui/vault/prune_text.h"
#include "ui/vault/space_curves.h"
#include "ui/vault/vault_text.h"

namespace test_vault_text {

using namespace stepvault;
using namespace stepvault::ui;

namespace {

constexpr std::uint64_t gib = 1ULL << 30U;

VaultRun runOf(const char* name, std::initializer_list<std::pair<double, std::uint64_t>> filed) {
    VaultRun run;
    run.info.row.id = name;
    run.info.row.name = name;
    for (const auto& [time, bytes] : filed) {
        CheckpointRow row;
        row.filed = time;
        row.stored_bytes = bytes;
        run.checkpoints.push_back(row);
    }
    return run;
}

}  // namespace

class TestVaultText : public QObject {
    Q_OBJECT

 private slots:
    void reasons_data();
    void reasons();
    void onlyWhatDecidedIsSaid();
    void spaceGrowsInSteps();
    void littleSpaceIsTold();
    void failuresAreToldCalmly();
    void damageIsListed();
};

void TestVaultText::reasons_data() {
    QTest::addColumn<RetentionVerdict>("verdict");
    QTest::addColumn<MetricOrder>("order");
    QTest::addColumn<QString>("words");
    using enum RetentionReason;
    const auto row = [](const char* name, RetentionVerdict verdict, const char* words,
                        MetricOrder order = MetricOrder::min) {
        QTest::newRow(name) << verdict << order << QString::fromLatin1(words);
    };
    row("pinned", {pinned, true}, "pinned");
    row("first", {first, true, 1}, "first");
    row("not first", {first, false, 2}, "not the first");
    row("last", {last, true, 3}, "number 3 of the 5 newest");
    row("not last", {last, false, 7}, "number 7 from the newest, not among the last 5");
    row("best", {best, true, 2}, "number 2 of the 3 with the lowest val_loss");
    row("highest", {best, true, 2}, "number 2 of the 3 with the highest val_loss", MetricOrder::max);
    row("not best", {best, false, 1200}, "number 1,200, not among the 3 with the lowest val_loss");
    row("no value", {best, false, 0}, "no value of val_loss");
    row("every", {every, true, 0}, "a multiple of 1,000");
    row("not every", {every, false, 20}, "not a multiple of 1,000");
    row("base", {base, true, 4}, "4 later checkpoints are built on it");
    row("base of one", {base, true, 1}, "1 later checkpoint is built on it");
    row("shared", {shared, true, 2}, "2 later checkpoints are built on it; its removal would free nothing");
    row("only one", {only_one, true}, "the newest, since no rule keeps any");
    row("no rules", {no_rules, true}, "no rule is chosen");
    row("bytes", {bytes, true, 2048}, "2.0 KiB in the newest down to this one");
    row("within", {within, true, 7200}, "2 h before the newest");
}

void TestVaultText::reasons() {
    QFETCH(RetentionVerdict, verdict);
    QFETCH(MetricOrder, order);
    QFETCH(QString, words);
    const RetentionRules rules{
        .last = 5, .best = BestRule{.count = 3, .order = order, .tag = "val_loss"}, .every = 1000};
    QCOMPARE(describe(verdict, rules), words);
}

void TestVaultText::onlyWhatDecidedIsSaid() {
    RetentionDecision decision;
    decision.verdicts = {{RetentionReason::first, false, 2}, {RetentionReason::last, true, 1}};
    QCOMPARE(reasonsFor(decision, {.last = 5, .first = true}), QStringLiteral("number 1 of the 5 newest"));
    decision.kept = false;
    decision.verdicts[1] = {RetentionReason::last, false, 9};
    QCOMPARE(reasonsFor(decision, {.last = 5, .first = true}),
             QStringLiteral("not the first; number 9 from the newest, not among the last 5"));
}

void TestVaultText::spaceGrowsInSteps() {
    // Filed in a different order than saved.
    const SpaceCurves drawn = spaceCurves({runOf("a", {{1000 + 7200, 2 * gib}, {1000, gib}}),
                                           runOf("none", {}), runOf("b", {{1000 + 28800, gib}})});
    QCOMPARE(drawn.curves.size(), std::size_t{2});
    QCOMPARE(drawn.yName, QStringLiteral("GiB"));
    const std::vector<PlotPoint> a{{1000, 0}, {1000, 1}, {8200, 1}, {8200, 3}, {29800, 3}};
    QCOMPARE(drawn.curves[0].points, a);
    const std::vector<PlotPoint> b{{29800, 0}, {29800, 1}, {29800, 1}};
    QCOMPARE(drawn.curves[1].points, b);
    QVERIFY(spaceCurves({}).curves.empty());
}

void TestVaultText::littleSpaceIsTold() {
    QVERIFY(describeTightness(std::nullopt).isEmpty());
    QVERIFY(describeTightness(DiskSpace{15 * gib, 100 * gib}).isEmpty());   // more than a tenth
    QVERIFY(describeTightness(DiskSpace{30 * gib, 1000 * gib}).isEmpty());  // more than 20 GiB
    QCOMPARE(describeTightness(DiskSpace{5 * gib, 100 * gib}),
             QStringLiteral("Only 5.0 GiB are free on this disk (5 %). The rules below free space."));
}

void TestVaultText::failuresAreToldCalmly() {
    RemovalOutcome outcome{.failedRun = QStringLiteral("b"), .problem = Error{ErrorCode::locked, "x"}};
    QVERIFY(describe(outcome).startsWith(QStringLiteral("Another program files b just now")));
    outcome.removed = 1;
    outcome.runs = QStringList{QStringLiteral("a")};
    outcome.bytes = 2048;
    QVERIFY(describe(outcome).startsWith(QStringLiteral(
        "1 checkpoint of a went to the trash. Once the trash is emptied, the vault is smaller by 2.0 KiB. "
        "Another program")));
    outcome.problem = Error{ErrorCode::cancelled, "cancelled"};
    QVERIFY(describe(outcome).endsWith(QStringLiteral("The rest was stopped and is where it was.")));
    const RestoreOutcome gone{.problem = Error{ErrorCode::not_found, "x"}};
    QCOMPARE(describe(gone), QStringLiteral("It is no longer in the trash."));
    const RestoreOutcome back{.steps = 2, .left = {QStringLiteral("/x is damaged")}};
    QCOMPARE(describe(back), QStringLiteral("2 checkpoints are back. 1 stays in the trash: /x is damaged."));
}

void TestVaultText::damageIsListed() {
    VerifyOutcome outcome{.report = {.checkpoints = 9, .bytes = 3 * gib, .damage = {}}};
    VerifyReport& report = outcome.report;
    QCOMPARE(describe(outcome), QStringLiteral("9 checkpoints, 3.0 GiB: all sound"));
    for (int i = 0; i < 8; ++i)
        report.damage.push_back({"gpt", "step-" + std::to_string(i), "is torn"});
    QCOMPARE(describe(outcome), QStringLiteral("9 checkpoints, 3.0 GiB: 8 damaged"));
    const QStringList lines = describeDamage(outcome).split(u'\n');
    QCOMPARE(lines.size(), 7);
    QCOMPARE(lines.front(), QStringLiteral("gpt, step-0: is torn"));
    QCOMPARE(lines.back(), QStringLiteral("and 2 more"));
    report.damage = {{"gpt", "step-1", "/vault/step-1.svstep: is torn"},
                     {"", "", "/vault/runs/x: no run.json"}};
    QCOMPARE(describeDamage(outcome),
             QStringLiteral("gpt: /vault/step-1.svstep: is torn\n/vault/runs/x: no run.json"));

    report = {.checkpoints = 8, .bytes = 2 * gib, .quarantined = 2, .damage = {}};
    outcome.repaired = {{"gpt", "step-1", "from its parity"}};
    outcome.quarantined = {{"gpt", "step-2", "/vault/step-2.svstep: is torn"},
                           {"gpt", "step-3", "builds on step-2, which cannot be restored"}};
    outcome.hindered = {{"bert", "", "another process files it"}};
    QCOMPARE(describe(outcome), QStringLiteral("8 checkpoints, 2.0 GiB: all sound, 1 repaired, 2 set aside"));
    QCOMPARE(describeDamage(outcome),
             QStringLiteral("bert: another process files it\ngpt: /vault/step-2.svstep: is torn\n"
                            "gpt, step-3: builds on step-2, which cannot be restored"));
}

STEPVAULT_TEST(TestVaultText)

}  // namespace test_vault_text

#include "test_vault_text.moc"
