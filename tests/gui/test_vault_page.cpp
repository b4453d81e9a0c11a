#include <QAbstractItemModelTester>
#include <QListView>
#include <QToolButton>
#include <QtTest>

#include "gui/vault_page_test.h"
#include "support/registry.h"
#include "ui/charts/plot_view.h"
#include "ui/run/checkpoint_table.h"
#include "ui/vault/space_card.h"
#include "ui/vault/trash_list.h"
#include "ui/vault/verify_line.h"
#include "ui/widgets/segment_control.h"

namespace test_vault_page {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

/// Uses clicks and keys: the stored checkpoints, and those that the rules would remove.
class TestVaultPage : public VaultPageTest {
    Q_OBJECT

 private slots:
    void initTestCase() { makeVault(); }
    void init() { openCopy(); }
    void cleanup() { closeWindow(); }

    void entryLeadsThereAndRunsLeadBack();
    void spaceIsShownByRun();
    void previewFollowsTheRules();
    void runsWithoutTheMetricAreLeft();
    void rulesAreTheVaultsOwn();
    void keyboardStaysOnThePage();
    void emptyVaultSaysTheNextStep();
    void everythingHasAName();
};

void TestVaultPage::entryLeadsThereAndRunsLeadBack() {
    PanelEntry& entry = window_->runsPanel().vaultEntry();
    QVERIFY(entry.figure().contains(QStringLiteral("KiB")));
    QVERIFY(entry.focusPolicy() & Qt::TabFocus);
    entry.setFocus();
    QTest::keyClick(&entry, Qt::Key_Space);
    QVERIFY(page().isVisible() && entry.isChecked());
    QVERIFY(!window_->runPage().isVisible());
    QVERIFY(window_->windowTitle().contains(QStringLiteral("Vault")));
    QListView& list = *window_->runsPanel().view();
    QVERIFY(list.selectionModel()->selectedIndexes().isEmpty());
    // Another process's change does not leave the page.
    window_->session()->refresh();
    settle();
    QTest::qWait(50);
    QVERIFY(page().isVisible());
    // A click on the run that was shown before shows it again.
    const QModelIndex row = window_->runsPanel().model().indexOf(toQString(window_->runPage().run().row.id));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(row).center());
    QVERIFY(window_->runPage().isVisible() && !entry.isChecked());
    settle();
    QVERIFY(window_->runPage().isVisible());
}

void TestVaultPage::spaceIsShownByRun() {
    open();
    SpaceCard& space = page().space();
    const auto& curves = space.plot().model().curves().curves();
    QCOMPARE(curves.size(), std::size_t{2});
    const RunInfo alpha = *library().queries().run("alpha");
    QCOMPARE(curves[0].given.name, QStringLiteral("alpha"));
    std::uint64_t steps = 0;
    const auto rows = library().queries().checkpoints(alpha.row.id);
    for (const CheckpointRow& row : *rows)
        steps += row.stored_bytes;
    QCOMPARE(curves[0].given.points.back().y, static_cast<double>(steps) / 1024);
    QTableView& table = space.table();
    QCOMPARE(table.model()->rowCount(), 2);
    // The largest entry is first.
    QCOMPARE(table.model()->index(0, SpaceModel::Run).data().toString(), QStringLiteral("alpha"));
    QCOMPARE(table.model()->index(0, SpaceModel::Checkpoints).data().toString(), QStringLiteral("8"));
    QCOMPARE(table.model()->index(0, SpaceModel::Original).data().toString(),
             formatBytes(alpha.original_bytes));
    QCOMPARE(table.model()->index(0, SpaceModel::Stored).data().toString(), formatBytes(alpha.stored_bytes));
    QCOMPARE(table.model()->index(0, SpaceModel::Ratio).data().toString(),
             formatRatio(alpha.original_bytes, alpha.stored_bytes));
    QVERIFY(space.figures().contains(window_->runsPanel().vaultEntry().figure()));
    const QAbstractItemModelTester tester(table.model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestVaultPage::previewFollowsTheRules() {
    open();
    const QAbstractItemModelTester tester(&rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    keepOnlyTheLast("2");
    const auto plan = library().maintenance().plan_prune("alpha", {.last = 2});
    QVERIFY(plan.ok());
    QCOMPARE(rows().rowCount(), 8);
    for (int row = 0; row < 8; ++row) {
        const auto& decision = plan->decisions[static_cast<std::size_t>(row)];
        QCOMPARE(cell(row, PruneModel::Step), formatStep(decision.item.step));
        QCOMPARE(cell(row, PruneModel::Stored), formatBytes(decision.item.stored_bytes));
        QCOMPARE(cell(row, PruneModel::Verdict),
                 decision.kept ? QStringLiteral("kept") : QStringLiteral("removed"));
    }
    QCOMPARE(cell(7, PruneModel::Why), QStringLiteral("number 1 of the 2 newest"));
    QCOMPARE(cell(2, PruneModel::Why), QStringLiteral("number 6 from the newest, not among the last 2"));
    QPushButton& button = page().prune().removeButton();
    QVERIFY(button.isEnabled());
    // The remaining steps build on all the removed ones.
    QCOMPARE(plan->freed_at_least, std::uint64_t{0});
    QCOMPARE(button.text(), QStringLiteral("Remove %1 checkpoints").arg(plan->removed));
    QVERIFY(page().prune().note().startsWith(formatBytes(plan->held_bytes) +
                                             QStringLiteral(" of the removed checkpoints stay in use")));
    // No step builds on the last ones.
    QTest::keyClick(&rules().lastSwitch(), Qt::Key_Space);
    QTest::keyClick(&rules().firstSwitch(), Qt::Key_Space);
    settle();
    const auto first = library().maintenance().plan_prune("alpha", {.first = true});
    QCOMPARE(first->removed, std::uint64_t{7});
    QCOMPARE(
        button.text(),
        QStringLiteral("Remove 7 checkpoints, free at least %1").arg(formatBytes(first->freed_at_least)));
    QCOMPARE(cell(3, PruneModel::Why), QStringLiteral("not the first"));
    QTest::keyClick(&rules().lastSwitch(), Qt::Key_Space);
    QTest::keyClick(&rules().firstSwitch(), Qt::Key_Space);
    // Best by the loss, the run's only metric.
    QTest::keyClick(&rules().bestSwitch(), Qt::Key_Space);
    type(rules().bestCount(), "1");
    settle();
    QCOMPARE(cell(7, PruneModel::Why),
             QStringLiteral("number 1 of the 2 newest; number 1 of the 1 with the lowest loss"));
    // By the highest loss the first checkpoint is the best.
    for (QToolButton* each : rules().order().findChildren<QToolButton*>()) {
        if (each->text() == QStringLiteral("highest")) QTest::mouseClick(each, Qt::LeftButton);
    }
    settle();
    QVERIFY(cell(0, PruneModel::Why).startsWith(QStringLiteral("number 1 of the 1 with the highest loss")));
    type(rules().lastCount(), "8");
    settle();
    QVERIFY(!button.isEnabled());
    QCOMPARE(button.text(), QStringLiteral("Nothing to remove"));
    // Without rules all checkpoints stay.
    for (QCheckBox* box : {&rules().lastSwitch(), &rules().bestSwitch()})
        QTest::keyClick(box, Qt::Key_Space);
    settle();
    QVERIFY(!button.isEnabled());
    QCOMPARE(cell(0, PruneModel::Why), QStringLiteral("no rule is chosen"));
}

void TestVaultPage::runsWithoutTheMetricAreLeft() {
    test::write_run(path("gamma"), 2);
    fs::remove(path("gamma") / "metrics.jsonl");
    test::age(path("gamma"));
    test::Events events;
    QVERIFY(test::watch_once(library(), path("gamma"), events).ok());
    fs::remove_all(path("gamma"));
    open();
    QTRY_VERIFY_WITH_TIMEOUT(page().space().table().model()->rowCount() == 3 && window_->isSettled(),
                             patience);
    choose(rules().run(), QStringLiteral("all runs"));
    settle();
    QCOMPARE(rows().rowCount(), 12);
    QVERIFY(!page().prune().table().isColumnHidden(PruneModel::Run));
    QVERIFY2(page().prune().note().contains(QStringLiteral("gamma is left as it is")),
             qPrintable(page().prune().note()));
    choose(rules().run(), QStringLiteral("gamma"));
    settle();
    QVERIFY(!rules().bestSwitch().isEnabled());
    QCOMPARE(rows().rowCount(), 2);
}

void TestVaultPage::rulesAreTheVaultsOwn() {
    const CheckpointTable& table = window_->runPage().table();
    QVERIFY(table.isColumnHidden(CheckpointModel::Kept));
    open();
    keepOnlyTheLast("2");
    rules().withinSwitch().setFocus();
    QTest::keyClick(&rules().withinSwitch(), Qt::Key_Space);
    rules().withinDays().setFocus();
    rules().withinDays().selectAll();
    QTest::keyClicks(&rules().withinDays(), QStringLiteral("0.5"));
    const RetentionRules wanted{.last = 2, .within = std::chrono::hours(12)};
    QTRY_VERIFY_WITH_TIMEOUT(*library().maintenance().retention_rules() == wanted, patience);
    // The run's table gives the reason for each remaining checkpoint.
    QListView& list = *window_->runsPanel().view();
    const QModelIndex row =
        window_->runsPanel().model().indexOf(toQString(library().queries().run("alpha")->row.id));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(row).center());
    QTRY_VERIFY_WITH_TIMEOUT(!table.isColumnHidden(CheckpointModel::Kept), patience);
    const QAbstractItemModel& model = *table.model();
    QVERIFY2(model.index(0, CheckpointModel::Kept)
                 .data()
                 .toString()
                 .contains(QStringLiteral("number 1 of the 2 newest")),
             qPrintable(model.index(0, CheckpointModel::Kept).data().toString()));
    // The rules are shown when the vault is opened again, with more precision than the boxes have.
    QVERIFY(library()
                .maintenance()
                .set_retention_rules({.every = 20, .within = std::chrono::seconds(3601)})
                .ok());
    openWindow(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->runPage().selectedCheckpoint() != nullptr,
                             patience);
    open();
    const RetentionRules rules = page().prune().rules().choice().rules;
    QCOMPARE(rules.within, std::optional(std::chrono::seconds(3601)));
    QCOMPARE(rules.every, std::optional<std::uint64_t>(20));
    QVERIFY(!rules.last && !rules.best);
}

void TestVaultPage::keyboardStaysOnThePage() {
    open();
    window_->activateWindow();
    keepOnlyTheLast("2");
    QPushButton& remove = page().prune().removeButton();
    remove.setFocus();
    QTest::keyClick(&remove, Qt::Key_Space);
    QVERIFY(!remove.isEnabled());
    QCOMPARE(window_->focusWidget(), &page().prune().table());
    TrashList& trash = page().trash();
    QTRY_VERIFY_WITH_TIMEOUT(trash.emptyButton().isVisible() && window_->isSettled(), patience);
    QCOMPARE(window_->focusWidget(), &page().prune().table());
    trash.emptyButton().setFocus();
    QTest::keyClick(&trash.emptyButton(), Qt::Key_Space);
    QVERIFY(trash.keepButton().hasFocus());
    trash.confirmButton().setFocus();
    QTest::keyClick(&trash.confirmButton(), Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(!trash.emptyButton().isVisible() && window_->isSettled(), patience);
    QCOMPARE(window_->focusWidget(), &page().prune().table());
    page().verify().button().setFocus();
    QTest::keyClick(&page().verify().button(), Qt::Key_Space);
    QCOMPARE(window_->focusWidget(), &page().prune().table());
    settle();
}

void TestVaultPage::emptyVaultSaysTheNextStep() {
    openWindow(path("fresh"), LocalVault::Mode::create);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->session()->library()->folder() == path("fresh"),
                             patience);
    open();
    QPushButton* add = nullptr;
    for (QPushButton* button : page().findChildren<QPushButton*>()) {
        if (button->isVisible()) add = button;
    }
    QVERIFY(add != nullptr && !page().prune().isVisible());
    QCOMPARE(add->text(), QStringLiteral("Add run folder"));
    // The dialog would wait for a user.
    page().disconnect(SIGNAL(addFolderClicked()));
    QSignalSpy asked(&page(), &VaultPage::addFolderClicked);
    QTest::mouseClick(add, Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    fs::remove_all(path("fresh"));
}

void TestVaultPage::everythingHasAName() {
    open();
    for (const QWidget* widget : page().findChildren<QWidget*>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisibleTo(&page())) continue;
        // The scroll area or spin box of this inner widget is checked instead.
        if (widget->focusProxy() != nullptr || qobject_cast<QSpinBox*>(widget->parentWidget())) continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool isNamed = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        QVERIFY2(isNamed, widget->metaObject()->className());
    }
    QVERIFY(window_->runsPanel().vaultEntry().accessibleName().startsWith(QStringLiteral("Vault, ")));
    QVERIFY2(page().minimumSizeHint().width() < 400 && page().minimumSizeHint().height() < 400,
             "the window can be made small");
}

STEPVAULT_TEST(TestVaultPage)

}  // namespace test_vault_page

#include "test_vault_page.moc"
