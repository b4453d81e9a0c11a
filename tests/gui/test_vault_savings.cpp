#include <QDoubleSpinBox>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QtTest>

#include "gui/vault_page_test.h"
#include "support/registry.h"
#include "ui/vault/trash_list.h"
#include "ui/vault/two_step_line.h"
#include "ui/vault/upkeep_card.h"
#include "ui/widgets/filter_field.h"
#include "ui/widgets/segment_control.h"

namespace test_vault_savings {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

/// Uses clicks and keys: weights only, freed originals, parity, the list of the trash.
class TestVaultSavings : public VaultPageTest {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init() { openCopy(); }
    void cleanup() { closeWindow(); }

    void proposedRulesAreNotArmed();
    void removalHasOneFigure();
    void weightsAloneAreKept();
    void previewEndsWithItsRules();
    void originalsGoAndComeBack();
    void inexactOriginalsStay();
    void parityIsKeptAndDeleted();
    void removalsAreListed();
    void runIsFoundInALongList();
    void allFitsInASmallWindow();

 private:
    UpkeepCard& upkeep() { return page().upkeep(); }
    static std::vector<fs::path> filesIn(const fs::path& folder);
    void preview(TwoStepLine& line);
};

void TestVaultSavings::initTestCase() {
    makeVault();
    auto library = stepvault::test::open_library(path("made"));
    QVERIFY(library.ok());
    stepvault::test::write_run(path("gamma"), 4);
    stepvault::test::age(path("gamma"));
    QVERIFY(
        stepvault::test::watch_once(**library, {path("gamma")}, SchemeChoice{.scheme = Scheme::exact}).ok());
}

std::vector<fs::path> TestVaultSavings::filesIn(const fs::path& folder) {
    std::vector<fs::path> files;
    if (!fs::exists(folder)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

void TestVaultSavings::preview(TwoStepLine& line) {
    QVERIFY(!line.actButton().isVisible());
    QTest::mouseClick(&line.lookButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(line.lookButton().isEnabled() && window_->isSettled(), patience);
}

void TestVaultSavings::proposedRulesAreNotArmed() {
    open();
    for (const char* run : {"all runs", "alpha"}) {
        choose(rules().run(), QString::fromLatin1(run));
        settle();
        QVERIFY(!page().prune().removeButton().isVisible());
        QVERIFY2(page().prune().note().startsWith(QStringLiteral("These rules are proposed")),
                 qPrintable(page().prune().note()));
    }
    QVERIFY(library().maintenance().retention_rules()->empty());
    QTest::mouseClick(&page().prune().useButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page().prune().removeButton().isVisible(), patience);
    settle();
    QTRY_VERIFY_WITH_TIMEOUT(*library().maintenance().retention_rules() == rules().rules(), patience);
    QVERIFY(!page().prune().useButton().isVisible());
    QVERIFY(library().maintenance().trash()->empty());
    QCOMPARE(stored("alpha"), std::size_t{8});
}

void TestVaultSavings::removalHasOneFigure() {
    open();
    keepOnlyTheLast("1");
    const auto before = library().queries().run("alpha")->step_bytes;
    const QString button = page().prune().removeButton().text();
    const auto plan = library().maintenance().plan_prune("alpha", {.last = 1});
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->notice().text().isEmpty(), patience);
    settle();
    const auto after = library().queries().run("alpha")->step_bytes;
    QVERIFY(after < before);
    QCOMPARE(button, plan->freed_at_least == 0 ? QStringLiteral("Remove %1 checkpoints").arg(plan->removed)
                                               : QStringLiteral("Remove %1 checkpoints, free at least %2")
                                                     .arg(plan->removed)
                                                     .arg(formatBytes(plan->freed_at_least)));
    QVERIFY(before - after >= plan->freed_at_least);
    const QString figure = formatBytes(before - after);
    QVERIFY2(window_->notice().text().endsWith(QStringLiteral("the vault is smaller by %1.").arg(figure)),
             qPrintable(window_->notice().text()));
}

void TestVaultSavings::weightsAloneAreKept() {
    open();
    keepOnlyTheLast("2");
    const auto before = library().queries().run("alpha")->step_bytes;
    preview(upkeep().weights());
    const QString button = upkeep().weights().actButton().text();
    QVERIFY2(upkeep().weights().text().contains(QStringLiteral("can't be undone")),
             qPrintable(upkeep().weights().text()));
    QCOMPARE(library().queries().run("alpha")->step_bytes, before);
    QTest::mouseClick(&upkeep().weights().actButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->notice().text().isEmpty(), patience);
    settle();
    const QString figure = formatBytes(before - library().queries().run("alpha")->step_bytes);
    QVERIFY2(button.endsWith(QStringLiteral("free ") + figure), qPrintable(button + u' ' + figure));
    QVERIFY2(window_->notice().text().endsWith(QStringLiteral("smaller by %1.").arg(figure)),
             qPrintable(window_->notice().text()));
    QCOMPARE(stored("alpha"), std::size_t{8});
    QVERIFY(library().maintenance().trash()->empty());
    QVERIFY(library().maintenance().verify({})->damage.empty());
}

void TestVaultSavings::previewEndsWithItsRules() {
    open();
    keepOnlyTheLast("2");
    preview(upkeep().weights());
    QVERIFY(upkeep().weights().actButton().isVisible());
    type(rules().lastCount(), "3");
    QVERIFY(!upkeep().weights().actButton().isVisible());
    settle();
    preview(upkeep().weights());
    QVERIFY(upkeep().weights().actButton().isVisible());
    choose(rules().run(), QStringLiteral("beta"));
    QVERIFY(!upkeep().weights().actButton().isVisible());
    settle();
}

void TestVaultSavings::originalsGoAndComeBack() {
    const auto before = filesIn(path("gamma"));
    open();
    keepOnlyTheLast("1");
    choose(rules().run(), QStringLiteral("gamma"));
    settle();
    preview(upkeep().originals());
    const auto plan = library().maintenance().plan_freeing("gamma", {.last = 1}, 0);
    QCOMPARE(plan->freed, std::uint64_t{3});
    QCOMPARE(upkeep().originals().actButton().text(),
             QStringLiteral("Move %1 to the trash").arg(formatBytes(plan->freed_bytes)));
    QVERIFY(upkeep().originals().text().contains(QStringLiteral("1 kept by rules")));
    QCOMPARE(filesIn(path("gamma")), before);
    QTest::mouseClick(&upkeep().originals().actButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->notice().text().isEmpty(), patience);
    settle();
    QCOMPARE(filesIn(path("gamma")).size(), before.size() - 3);
    QVERIFY2(window_->notice().text().contains(formatBytes(plan->freed_bytes)),
             qPrintable(window_->notice().text()));
    QCOMPARE(page().trash().table().model()->rowCount(), 1);
    QPushButton* undo = noticeButton();
    QVERIFY(undo != nullptr);
    QTest::mouseClick(undo, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->notice().text(), QStringLiteral("3 original files are back."),
                              patience);
    settle();
    QCOMPARE(filesIn(path("gamma")), before);
}

void TestVaultSavings::inexactOriginalsStay() {
    open();
    keepOnlyTheLast("1");
    preview(upkeep().originals());
    QVERIFY2(upkeep().originals().text().startsWith(QStringLiteral("No original can go.")),
             qPrintable(upkeep().originals().text()));
    QVERIFY(!upkeep().originals().actButton().isVisible());
}

void TestVaultSavings::parityIsKeptAndDeleted() {
    open();
    const auto choosePercent = [this](const QString& percent) {
        for (QToolButton* button : upkeep().parityChoice().findChildren<QToolButton*>())
            if (button->text() == percent) QTest::mouseClick(button, Qt::LeftButton);
    };
    QVERIFY(!upkeep().parity().actButton().isVisible());
    choosePercent(QStringLiteral("5 %"));
    QVERIFY2(upkeep().parity().text().startsWith(QStringLiteral("Parity of 5 % of each step file, about ")),
             qPrintable(upkeep().parity().text()));
    QVERIFY(!*library().maintenance().parity());
    QTest::mouseClick(&upkeep().parity().actButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->notice().text(),
                              QStringLiteral("The vault keeps parity of 5 % from now on."), patience);
    settle();
    QCOMPARE(*library().maintenance().parity(), std::optional(5.0));
    const fs::path folder = path("vault") / "runs" / library().queries().run("alpha")->row.id / "parity";
    QCOMPARE(filesIn(folder).size(), std::size_t{8});
    QVERIFY(!upkeep().parity().actButton().isVisible());
    choosePercent(QStringLiteral("Off"));
    QTest::mouseClick(&upkeep().parity().actButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->notice().text(), QStringLiteral("The vault keeps no parity any more."),
                              patience);
    settle();
    QCOMPARE(filesIn(folder).size(), std::size_t{0});
    // Another size, set on the command line, is shown and is no choice of the page.
    QVERIFY(library().maintenance().set_parity(3, {}).ok());
    window_->session()->refresh();
    QTRY_VERIFY2_WITH_TIMEOUT(
        upkeep().parity().text().startsWith(QStringLiteral("Parity of 3 % of each step file")),
        qPrintable(upkeep().parity().text()), patience);
    QVERIFY(!upkeep().parity().actButton().isVisible());
    QCOMPARE(upkeep().parityChoice().current(), -1);
}

void TestVaultSavings::removalsAreListed() {
    open();
    keepOnlyTheLast("2");
    for (const char* run : {"alpha", "beta"}) {
        choose(rules().run(), QString::fromLatin1(run));
        settle();
        const int before = page().trash().table().model()->rowCount();
        QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(page().trash().table().model()->rowCount(), before + 1, patience);
        settle();
    }
    QTableView& table = page().trash().table();
    const auto text = [&table](int row, int column) {
        return table.model()->index(row, column).data().toString();
    };
    QCOMPARE(text(0, TrashModel::Run), QStringLiteral("beta"));
    QCOMPARE(text(1, TrashModel::Run), QStringLiteral("alpha"));
    QVERIFY2(text(1, TrashModel::Content).contains(QStringLiteral(": steps ")),
             qPrintable(text(1, TrashModel::Content)));
    const auto entries = library().maintenance().trash();
    QCOMPARE(text(1, TrashModel::Size), formatBytes(entries->front().bytes));

    // The selected removal is deleted after a second click; the other stays.
    window_->notice().hide();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(1, TrashModel::Content)).center());
    QCOMPARE(page().trash().emptyButton().text(),
             QStringLiteral("Delete selected, free %1").arg(formatBytes(entries->front().bytes)));
    QTest::mouseClick(&page().trash().emptyButton(), Qt::LeftButton);
    QCOMPARE(library().maintenance().trash()->size(), std::size_t{2});
    QTest::mouseClick(&page().trash().confirmButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(table.model()->rowCount(), 1, patience);
    settle();
    QCOMPARE(text(0, TrashModel::Run), QStringLiteral("beta"));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(0, TrashModel::Content)).center());
    QTest::mouseClick(&page().trash().restoreButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(table.model()->rowCount(), 0, patience);
    settle();
    QCOMPARE(stored("beta"), std::size_t{4});
}

void TestVaultSavings::runIsFoundInALongList() {
    MenuChoice choice(*theme_, QString(), window_.get());
    std::vector<MenuChoice::Entry> entries;
    for (int i = 0; i < 1000; ++i) {
        const QString name = QStringLiteral("gpt-lr%1-seed%2").arg(i / 10).arg(i % 10);
        entries.push_back({QString::number(i), name});
    }
    choice.setEntries(entries);
    choice.move(10, 10);
    choice.show();
    QSignalSpy chosen(&choice, &MenuChoice::chosen);
    QTest::mouseClick(&choice, Qt::LeftButton);
    QVERIFY(choice.popup() != nullptr && choice.popup()->isVisible());
    QVERIFY(choice.popup()->list().verticalScrollBar()->maximum() > 0);
    QTest::keyClicks(&choice.popup()->filter(), QStringLiteral("seed7 lr42"));
    QTest::keyClick(&choice.popup()->filter(), Qt::Key_Return);
    QCOMPARE(chosen.takeFirst().front().toString(), QStringLiteral("427"));
    QVERIFY(!choice.popup()->isVisible());
    QCOMPARE(choice.current(), QStringLiteral("427"));
    // The arrow keys start at the present choice.
    QTest::mouseClick(&choice, Qt::LeftButton);
    QTest::keyClick(&choice.popup()->filter(), Qt::Key_Down);
    QTest::keyClick(&choice.popup()->filter(), Qt::Key_Return);
    QCOMPARE(choice.current(), QStringLiteral("428"));
    // Esc clears the filter, and then closes without a choice.
    QTest::mouseClick(&choice, Qt::LeftButton);
    QTest::keyClicks(&choice.popup()->filter(), QStringLiteral("nothing such"));
    QTest::keyClick(&choice.popup()->filter(), Qt::Key_Return);
    QVERIFY(choice.popup()->isVisible());
    QTest::keyClick(&choice.popup()->filter(), Qt::Key_Escape);
    QVERIFY(choice.popup()->filter().text().isEmpty());
    QTest::keyClick(&choice.popup()->filter(), Qt::Key_Escape);
    QVERIFY(!choice.popup()->isVisible());
    QCOMPARE(choice.current(), QStringLiteral("428"));
}

void TestVaultSavings::allFitsInASmallWindow() {
    open();
    keepOnlyTheLast("2");
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page().trash().table().model()->rowCount(), 1, patience);
    settle();
    for (const QSize size : {QSize(900, 600), QSize(800, 500)}) {
        window_->resize(size);
        const auto& area = *page().findChild<QScrollArea*>();
        QTRY_COMPARE_WITH_TIMEOUT(area.horizontalScrollBar()->maximum(), 0, patience);
    }
}

STEPVAULT_TEST(TestVaultSavings)

}  // namespace test_vault_savings

#include "test_vault_savings.moc"
