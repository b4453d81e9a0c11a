#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QtTest>

#include "support/event_loop_watch.h"
#include "support/watched_library.h"
#include "ui/charts/plot_view.h"
#include "ui/pages/checkpoint_table.h"
#include "ui/pages/menu_choice.h"
#include "ui/pages/run_page.h"
#include "ui/pages/segment_control.h"
#include "ui/pages/vault_page.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/vault/prune_card.h"
#include "ui/vault/rules_line.h"
#include "ui/vault/space_card.h"
#include "ui/vault/trash_line.h"
#include "ui/vault/verify_line.h"
#include "ui/window/activity_strip.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/runs_panel.h"
#include "ui/window/vault_entry.h"
#include "vault/run_writer.h"

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

/// By clicks and keys in the window, on a copy of a vault that the engine made from two runs' files.
class TestVaultPage : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void entryLeadsThereAndRunsLeadBack();
    void spaceIsShownByRun();
    void previewFollowsTheRules();
    void runsWithoutTheMetricAreLeft();
    void rulesAreTheVaultsOwn();
    void removedIsUndone();
    void keyboardStaysOnThePage();
    void emptyVaultSaysTheNextStep();
    void trashIsRestoredAndEmptied();
    void soundAndDamagedAreTold();
    void lockedRunIsLeftInPeace();
    void workGoesOnBehindAndEndsWithTheWindow();
    void everythingHasAName();

 private:
    [[nodiscard]] fs::path path(const std::string& name) const { return toPath(folder_.path()) / name; }
    VaultPage& page() { return window_->vaultPage(); }
    RulesLine& rules() { return page().prune().rules(); }
    QAbstractItemModel& rows() { return *page().prune().table().model(); }
    [[nodiscard]] QString cell(int row, int column) { return rows().index(row, column).data().toString(); }
    Library& library() { return *window_->session()->library(); }
    [[nodiscard]] std::size_t stored(const char* run);
    /// Another window, of the same settings.
    void openWindow(const fs::path& vault, Library::Mode mode);
    void open();
    void settle();
    void choose(MenuChoice& button, const QString& text);
    void type(QSpinBox& box, const char* digits);
    void keepOnlyTheLast(const char* count);
    /// The button of the notice, which must be there.
    QPushButton* noticeButton();

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EventLoopWatch> watch_;
};

void TestVaultPage::initTestCase() {
    QVERIFY(folder_.isValid());
    auto library = test::open_library(path("made"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    test::Events events;
    for (const auto& [name, steps] : {std::pair("alpha", 8), std::pair("beta", 4)}) {
        test::write_run(path(name), steps);
        test::age(path(name));
        QVERIFY(test::watch_once(**library, path(name), events).ok());
        fs::remove_all(path(name));
    }
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
}

void TestVaultPage::init() {
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    fs::remove_all(path("vault"));
    fs::copy(path("made"), path("vault"), fs::copy_options::recursive);
    fs::remove(path("settings.ini"));
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    openWindow(path("vault"), Library::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->runPage().selectedCheckpoint() != nullptr,
                             patience);
}

void TestVaultPage::openWindow(const fs::path& vault, Library::Mode mode) {
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->resize(1280, 800);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(vault, mode);
}

void TestVaultPage::cleanup() {
    const QStringList waits = watch_->findings();
    watch_.reset();
    window_.reset();
    settings_.reset();
    QVERIFY2(waits.isEmpty(), qPrintable(waits.join(u'\n')));
}

void TestVaultPage::settle() {
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
}

void TestVaultPage::open() {
    QTest::mouseClick(&window_->runsPanel().vaultEntry(), Qt::LeftButton);
    QVERIFY(page().isVisible());
    settle();
}

std::size_t TestVaultPage::stored(const char* run) {
    return library().checkpoints(library().run(run)->row.id)->size();
}

void TestVaultPage::choose(MenuChoice& button, const QString& text) {
    for (QAction* action : button.menu()->actions()) {
        if (action->text() == text) return action->trigger();
    }
    QFAIL(qPrintable(text));
}

void TestVaultPage::type(QSpinBox& box, const char* digits) {
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, QLatin1String(digits));
}

void TestVaultPage::keepOnlyTheLast(const char* count) {
    choose(rules().run(), QStringLiteral("alpha"));
    for (QCheckBox* box : {&rules().bestSwitch(), &rules().everySwitch()}) {
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(!box->isChecked());
    }
    type(rules().lastCount(), count);
    settle();
}

QPushButton* TestVaultPage::noticeButton() {
    for (QPushButton* button : window_->notice().findChildren<QPushButton*>()) {
        if (button->isVisible()) return button;
    }
    return nullptr;
}

void TestVaultPage::entryLeadsThereAndRunsLeadBack() {
    VaultEntry& entry = window_->runsPanel().vaultEntry();
    QVERIFY(entry.figure().contains(QStringLiteral("KiB")));
    QVERIFY(entry.focusPolicy() & Qt::TabFocus);
    entry.setFocus();
    QTest::keyClick(&entry, Qt::Key_Space);
    QVERIFY(page().isVisible() && entry.isChecked());
    QVERIFY(!window_->runPage().isVisible());
    QVERIFY(window_->windowTitle().contains(QStringLiteral("Vault")));
    QListView& list = *window_->runsPanel().view();
    QVERIFY(list.selectionModel()->selectedIndexes().isEmpty());
    // What others change does not lead away.
    window_->session()->refresh();
    settle();
    QTest::qWait(50);
    QVERIFY(page().isVisible());
    // The run that was shown before, too.
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
    const RunInfo alpha = *library().run("alpha");
    QCOMPARE(curves[0].given.name, QStringLiteral("alpha"));
    std::uint64_t steps = 0;
    for (const CheckpointRow& row : *library().checkpoints(alpha.row.id))
        steps += row.stored_bytes;
    QCOMPARE(curves[0].given.points.back().y, static_cast<double>(steps) / 1024);
    QTableView& table = space.table();
    QCOMPARE(table.model()->rowCount(), 2);
    // What takes up most comes first.
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
    const auto plan = library().plan_prune("alpha", {.last = 2});
    QVERIFY(plan.ok());
    QCOMPARE(rows().rowCount(), 8);
    for (int row = 0; row < 8; ++row) {
        const auto& decision = plan->decisions[static_cast<std::size_t>(row)];
        QCOMPARE(cell(row, PruneModel::Step), formatStep(decision.item.step));
        QCOMPARE(cell(row, PruneModel::Stored), formatBytes(decision.item.stored_bytes));
        QCOMPARE(cell(row, PruneModel::Verdict),
                 decision.kept ? QStringLiteral("kept") : QStringLiteral("removed"));
    }
    QCOMPARE(cell(7, PruneModel::Why), QStringLiteral("1 of 2 newest"));
    QCOMPARE(cell(2, PruneModel::Why), QStringLiteral("newest: place 6, not in 2"));
    QPushButton& button = page().prune().removeButton();
    QVERIFY(button.isEnabled());
    // What stays builds on all that goes.
    QCOMPARE(plan->freed_at_least, std::uint64_t{0});
    QCOMPARE(button.text(), QStringLiteral("Remove %1 checkpoints").arg(plan->removed));
    QVERIFY(
        page().prune().note().startsWith(formatBytes(plan->held_bytes) + QStringLiteral(" are not freed")));
    // Nothing builds on the last ones.
    QTest::keyClick(&rules().lastSwitch(), Qt::Key_Space);
    QTest::keyClick(&rules().firstSwitch(), Qt::Key_Space);
    settle();
    const auto first = library().plan_prune("alpha", {.first = true});
    QCOMPARE(first->removed, std::uint64_t{7});
    QCOMPARE(button.text(),
             QStringLiteral("Remove 7 checkpoints, free %1").arg(formatBytes(first->freed_at_least)));
    QCOMPARE(cell(3, PruneModel::Why), QStringLiteral("not the first"));
    QTest::keyClick(&rules().lastSwitch(), Qt::Key_Space);
    QTest::keyClick(&rules().firstSwitch(), Qt::Key_Space);
    // The best by the loss, which is the run's only metric.
    QTest::keyClick(&rules().bestSwitch(), Qt::Key_Space);
    type(rules().bestCount(), "1");
    settle();
    QCOMPARE(cell(7, PruneModel::Why), QStringLiteral("1 of 2 newest; 1 of 1 lowest loss"));
    // By the highest, the first is.
    for (QToolButton* each : rules().order().findChildren<QToolButton*>()) {
        if (each->text() == QStringLiteral("highest")) QTest::mouseClick(each, Qt::LeftButton);
    }
    settle();
    QVERIFY(cell(0, PruneModel::Why).startsWith(QStringLiteral("1 of 1 highest loss")));
    type(rules().lastCount(), "8");
    settle();
    QVERIFY(!button.isEnabled());
    QCOMPARE(button.text(), QStringLiteral("Nothing to remove"));
    // Without any rule all stay.
    for (QCheckBox* box : {&rules().lastSwitch(), &rules().bestSwitch()})
        QTest::keyClick(box, Qt::Key_Space);
    settle();
    QVERIFY(!button.isEnabled());
    QCOMPARE(cell(0, PruneModel::Why), QStringLiteral("no rule"));
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
    QTRY_VERIFY_WITH_TIMEOUT(*library().retention_rules() == wanted, patience);
    // The run's table says why each stays.
    QListView& list = *window_->runsPanel().view();
    const QModelIndex row = window_->runsPanel().model().indexOf(toQString(library().run("alpha")->row.id));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(row).center());
    QTRY_VERIFY_WITH_TIMEOUT(!table.isColumnHidden(CheckpointModel::Kept), patience);
    const QAbstractItemModel& model = *table.model();
    QVERIFY2(
        model.index(0, CheckpointModel::Kept).data().toString().contains(QStringLiteral("1 of 2 newest")),
        qPrintable(model.index(0, CheckpointModel::Kept).data().toString()));
    // Who opens the vault again finds them, finer than the boxes show them.
    QVERIFY(library().set_retention_rules({.every = 20, .within = std::chrono::seconds(3601)}).ok());
    openWindow(path("vault"), Library::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->runPage().selectedCheckpoint() != nullptr,
                             patience);
    open();
    const RetentionRules rules = page().prune().rules().choice().rules;
    QCOMPARE(rules.within, std::optional(std::chrono::seconds(3601)));
    QCOMPARE(rules.every, std::optional<std::uint64_t>(20));
    QVERIFY(!rules.last && !rules.best);
}

void TestVaultPage::removedIsUndone() {
    open();
    keepOnlyTheLast("2");
    const auto before = stored("alpha");
    const auto plan = library().plan_prune("alpha", {.last = 2});
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->notice().text().isEmpty(), patience);
    settle();
    QCOMPARE(stored("alpha"), before - plan->removed);
    QCOMPARE(library().trash()->size(), std::size_t{1});
    QVERIFY2(window_->notice().text().startsWith(
                 QStringLiteral("%1 checkpoints of alpha went to the trash").arg(plan->removed)),
             qPrintable(window_->notice().text()));
    QTRY_COMPARE_WITH_TIMEOUT(rows().rowCount(), static_cast<int>(before - plan->removed), patience);
    QPushButton* undo = noticeButton();
    QVERIFY(undo != nullptr);
    QCOMPARE(undo->text(), QStringLiteral("Undo"));
    // From the page of a run, too.
    window_->runsPanel().setFocus();
    QListView& list = *window_->runsPanel().view();
    const QModelIndex row = window_->runsPanel().model().indexOf(toQString(library().run("beta")->row.id));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(row).center());
    QTest::mouseClick(undo, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->notice().text(),
                              QStringLiteral("%1 checkpoints are back.").arg(plan->removed), patience);
    QCOMPARE(stored("alpha"), before);
    QVERIFY(library().trash()->empty());
    QVERIFY(library().verify({})->damage.empty());
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
    TrashLine& trash = page().trash();
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
    openWindow(path("fresh"), Library::Mode::create);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->session()->library()->folder() == path("fresh"),
                             patience);
    open();
    QPushButton* add = nullptr;
    for (QPushButton* button : page().findChildren<QPushButton*>()) {
        if (button->isVisible()) add = button;
    }
    QVERIFY(add != nullptr && !page().prune().isVisible());
    QCOMPARE(add->text(), QStringLiteral("Add run folder"));
    // The dialog would wait for somebody.
    page().disconnect(SIGNAL(addFolderClicked()));
    QSignalSpy asked(&page(), &VaultPage::addFolderClicked);
    QTest::mouseClick(add, Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    fs::remove_all(path("fresh"));
}

void TestVaultPage::trashIsRestoredAndEmptied() {
    // What a removal that was cut off leaves.
    fs::create_directories(path("vault") / "trash" / "20200101T000000Z-1");
    open();
    TrashLine& trash = page().trash();
    QCOMPARE(trash.text(), QStringLiteral("The trash is empty."));
    QVERIFY(!trash.restoreButton().isVisible() && !trash.emptyButton().isVisible());
    keepOnlyTheLast("2");
    const auto before = stored("alpha");
    const auto plan = library().plan_prune("alpha", {.last = 2});
    const auto bytesBefore = library().run("alpha")->stored_bytes;
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(trash.emptyButton().isVisible() && window_->isSettled(), patience);
    const std::uint64_t bytes = library().trash()->back().bytes;
    QCOMPARE(trash.text(),
             QStringLiteral("In the trash: %1 checkpoints, %2").arg(plan->removed).arg(formatBytes(bytes)));
    QVERIFY(trash.restoreButton().toolTip().contains(QStringLiteral("of alpha, removed")));
    QTest::mouseClick(&trash.restoreButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!trash.emptyButton().isVisible() && window_->isSettled(), patience);
    QCOMPARE(stored("alpha"), before);

    QTRY_VERIFY_WITH_TIMEOUT(page().prune().removeButton().isEnabled(), patience);
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(trash.emptyButton().isVisible() && window_->isSettled(), patience);
    QTest::mouseClick(&trash.emptyButton(), Qt::LeftButton);
    QVERIFY(trash.keepButton().hasFocus());
    QVERIFY(!library().trash()->empty());
    QTest::keyClick(&trash.keepButton(), Qt::Key_Space);
    QVERIFY(trash.emptyButton().isVisible() && !trash.confirmButton().isVisible());
    QTest::mouseClick(&trash.emptyButton(), Qt::LeftButton);
    QTest::mouseClick(&trash.confirmButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(trash.text() == QStringLiteral("The trash is empty.") && window_->isSettled(),
                             patience);
    QVERIFY(library().trash()->empty());
    QVERIFY2(window_->notice().text().startsWith(QStringLiteral("The trash is empty; ")),
             qPrintable(window_->notice().text()));
    QVERIFY(noticeButton() == nullptr);
    QVERIFY(library().run("alpha")->stored_bytes < bytesBefore);
    QVERIFY(library().verify({})->damage.empty());
}

void TestVaultPage::soundAndDamagedAreTold() {
    open();
    VerifyLine& line = page().verify();
    QVERIFY(line.text().startsWith(QStringLiteral("Not verified")));
    QTest::mouseClick(&line.button(), Qt::LeftButton);
    QVERIFY(!line.button().isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(line.button().isEnabled(), patience);
    const auto report = library().verify({});
    QVERIFY2(line.text().startsWith(
                 QStringLiteral("12 checkpoints, %1: all sound, verified ").arg(formatBytes(report->bytes))),
             qPrintable(line.text()));
    QVERIFY(line.damage().isEmpty());
    // The newest, on which none builds.
    const RunInfo alpha = *library().run("alpha");
    const std::string id = library().checkpoints(alpha.row.id)->back().id;
    const fs::path file = path("vault") / "runs" / alpha.row.id / "steps" / (id + ".svstep");
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(fs::file_size(file) / 2));
    const char byte = static_cast<char>(stream.peek() ^ 0x20);
    stream.seekp(static_cast<std::streamoff>(fs::file_size(file) / 2));
    stream.put(byte);
    stream.close();
    settle();
    QTest::mouseClick(&line.button(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(line.button().isEnabled(), patience);
    QVERIFY2(line.text().contains(QStringLiteral(": 1 damaged")), qPrintable(line.text()));
    QVERIFY2(line.damage().startsWith(QStringLiteral("alpha: ")) && line.damage().contains(toQString(id)),
             qPrintable(line.damage()));
    settle();

    // Without a copy it is set aside; with one it comes back.
    const auto repairBy = [&](int way) {
        QVERIFY(line.repair().isVisible());
        line.repair().menu()->actions().at(way)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(line.button().isEnabled(), patience);
        settle();
    };
    repairBy(0);
    QVERIFY2(line.text().startsWith(QStringLiteral("11 checkpoints, ")) &&
                 line.text().contains(QStringLiteral("all sound, 1 set aside")),
             qPrintable(line.text()));
    QVERIFY2(line.damage().startsWith(QStringLiteral("alpha: ")), qPrintable(line.damage()));
    QCOMPARE(stored("alpha"), std::size_t{7});
    // Qt's own dialog looks at the disk.
    QVERIFY(watch_->findings().isEmpty());
    watch_.reset();
    QTimer::singleShot(0, [this] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        dialog->findChild<QLineEdit*>()->setText(toQString(path("made")));
        static_cast<QDialog*>(dialog)->accept();
    });
    repairBy(1);
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QVERIFY2(line.text().startsWith(QStringLiteral("12 checkpoints, ")) &&
                 line.text().contains(QStringLiteral("all sound, 1 repaired")),
             qPrintable(line.text()));
    QVERIFY(line.damage().isEmpty() && !line.repair().isVisible());
    QCOMPARE(stored("alpha"), std::size_t{8});
}

void TestVaultPage::lockedRunIsLeftInPeace() {
    open();
    keepOnlyTheLast("2");
    const auto before = stored("alpha");
    {
        const auto other = RunWriter::open(path("vault") / "runs" / library().run("alpha")->row.id,
                                           std::make_shared<SoundSteps>());
        QVERIFY2(other.ok(), other.ok() ? "" : other.error().message.c_str());
        QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->notice().text().isEmpty(), patience);
        settle();
    }
    QVERIFY2(window_->notice().text().startsWith(QStringLiteral("Another program files alpha just now")),
             qPrintable(window_->notice().text()));
    QVERIFY(noticeButton() == nullptr);
    QCOMPARE(stored("alpha"), before);
    QVERIFY(library().trash()->empty());
}

void TestVaultPage::workGoesOnBehindAndEndsWithTheWindow() {
    open();
    QTest::mouseClick(&page().verify().button(), Qt::LeftButton);
    QVERIFY(window_->activity().text().startsWith(QStringLiteral("Verifying")));
    QVERIFY(!page().prune().removeButton().isEnabled());
    QListView& list = *window_->runsPanel().view();
    const QModelIndex row = window_->runsPanel().model().indexOf(toQString(library().run("beta")->row.id));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(row).center());
    QTRY_VERIFY_WITH_TIMEOUT(page().verify().text().contains(QStringLiteral("all sound")), patience);
    open();
    keepOnlyTheLast("2");
    QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton);
    window_.reset();
    auto library = test::open_library(path("vault"), Library::Mode::existing);
    QVERIFY(library.ok());
    QVERIFY((*library)->verify({})->damage.empty());
}

void TestVaultPage::everythingHasAName() {
    open();
    for (const QWidget* widget : page().findChildren<QWidget*>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisibleTo(&page())) continue;
        // The inner part of a scroll area or a spin box.
        if (widget->focusProxy() != nullptr || qobject_cast<QSpinBox*>(widget->parentWidget())) continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool isNamed = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        QVERIFY2(isNamed, widget->metaObject()->className());
    }
    QVERIFY(window_->runsPanel().vaultEntry().accessibleName().startsWith(QStringLiteral("Vault, ")));
    QVERIFY2(page().minimumSizeHint().width() < 400 && page().minimumSizeHint().height() < 400,
             "the window can be made small");
}

WATCHED_TEST_MAIN(TestVaultPage)
#include "test_vault_page.moc"
