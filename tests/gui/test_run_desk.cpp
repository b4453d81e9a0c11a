#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/compare/compare_page.h"
#include "ui/folders/folders_page.h"
#include "ui/run/run_page.h"
#include "ui/runs/runs_page.h"
#include "ui/text/format.h"
#include "ui/vault/vault_page.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/panel_entry.h"
#include "ui/window/run_desk.h"
#include "ui/window/runs_panel.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_actions.h"

namespace test_run_desk {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

/// The table of runs, the watched folders and the menu of runs, in the window, on two stored runs.
class TestRunDesk : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void tableOpensByButtonAndKey();
    void filterIsOfListAndTable();
    void tableComparesAndOpens();
    void columnsAreRemembered();
    void menuInTheList();
    void menuLabelsRuns();
    void foldersTellTheirState();
    void pointerMeetsNoMovedRow();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_.path()) / name; }
    void openVault();
    [[nodiscard]] RunTable& table() { return window_->runDesk().table().table(); }
    [[nodiscard]] RunsPanel& panel() { return window_->runsPanel(); }
    [[nodiscard]] static QMenu* menu() { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); }
    void pick(const QString& start);

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

void TestRunDesk::initTestCase() {
    QVERIFY(folder_.isValid());
    writeRun(path("gpt"), 100);
    writeRun(path("lenet"), 60);
    writeFile(path("gpt") / "hparams.yaml", "lr: 0.001\n");
    writeFile(path("lenet") / "hparams.yaml", "lr: 0.1\n");
    auto library = test::open_library(path("vault"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    const Status status = test::watch_once(**library, {path("gpt"), path("lenet")});
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().message.c_str());
    theme_ = std::make_unique<Theme>(*qApp);
}

void TestRunDesk::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("Logarithms|QObject|QPainter|QLayout|QWidget")));
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    openVault();
}

void TestRunDesk::cleanup() {
    window_.reset();
}

void TestRunDesk::openVault() {
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->runPage().selectedCheckpoint() != nullptr,
                             patience);
}

/// Triggers the entry of the open menu that begins so.
void TestRunDesk::pick(const QString& start) {
    QTRY_VERIFY(menu() != nullptr && menu()->isVisible());
    for (QAction* action : menu()->actions()) {
        if (!action->text().startsWith(start)) continue;
        QTest::mouseClick(menu(), Qt::LeftButton, {}, menu()->actionGeometry(action).center());
        return;
    }
    QFAIL(qPrintable(start));
}

void TestRunDesk::tableOpensByButtonAndKey() {
    QTest::mouseClick(&panel().tableButton(), Qt::LeftButton);
    QVERIFY(table().isVisible() && panel().tableButton().isChecked());
    QCOMPARE(table().model()->rowCount(), 2);
    QVERIFY(!window_->actions().restore->isEnabled());
    QTest::mouseClick(&panel().tableButton(), Qt::LeftButton);
    QVERIFY(window_->runPage().isVisible() && !panel().tableButton().isChecked());
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    QVERIFY(table().isVisible());
    QTest::mouseClick(&panel().vaultEntry(), Qt::LeftButton);
    QVERIFY(window_->vaultPage().isVisible() && !panel().tableButton().isChecked());
    window_->session()->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    QVERIFY(window_->vaultPage().isVisible());
}

void TestRunDesk::filterIsOfListAndTable() {
    QTest::mouseClick(&panel().tableButton(), Qt::LeftButton);
    QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(window_->focusWidget(), QStringLiteral("lr>0.01"));
    QCOMPARE(table().model()->rowCount(), 1);
    QCOMPARE(table().model()->index(0, 0).data().toString(), QStringLiteral("lenet"));
    QCOMPARE(panel().model().matchCount(), std::size_t{1});
    QTest::keyClick(window_->focusWidget(), Qt::Key_Escape);
    QCOMPARE(table().model()->rowCount(), 2);
}

void TestRunDesk::tableComparesAndOpens() {
    QTest::mouseClick(&panel().tableButton(), Qt::LeftButton);
    table().selectAll();
    QTest::mouseClick(&window_->runDesk().table().compareButton(), Qt::LeftButton);
    QVERIFY(window_->comparePage().isVisible());
    QCOMPARE(panel().comparedRuns().size(), 2);
    QTest::mouseClick(&panel().tableButton(), Qt::LeftButton);
    QVERIFY(table().isVisible() && panel().comparedRuns().isEmpty());
    const QPoint second = table().visualRect(table().model()->index(1, 0)).center();
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, second);
    QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, second);
    QTRY_COMPARE_WITH_TIMEOUT(toQString(window_->runPage().run().row.name), QStringLiteral("lenet"),
                              patience);
    QVERIFY(window_->runPage().isVisible());
}

void TestRunDesk::columnsAreRemembered() {
    QMenu columns;
    table().fillColumnMenu(columns);
    for (QAction* action : columns.actions()) {
        if (action->text() == QStringLiteral("lr")) action->trigger();
    }
    QCOMPARE(settings_->runColumns().value(QStringLiteral("param/lr"), true), false);
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    openVault();
    const auto& all = table().runs().columns();
    const auto lr = std::ranges::find(all, "lr", &RunColumn::key);
    QVERIFY(lr != all.end());
    QVERIFY(table().isColumnHidden(static_cast<int>(lr - all.begin())));
}

void TestRunDesk::menuInTheList() {
    QListView& list = *panel().view();
    const QModelIndex row = panel().model().indexOf(panel().model().firstRun());
    const QPoint place = list.visualRect(row).center();
    const RunEntry* run = panel().model().find(panel().model().firstRun());
    emit list.customContextMenuRequested(place);
    pick(QStringLiteral("Copy path"));
    QCOMPARE(QGuiApplication::clipboard()->text(), toQString(fs::path(run->info.row.folder)));
    emit list.customContextMenuRequested(place);
    pick(QStringLiteral("Remove checkpoints"));
    QVERIFY(window_->vaultPage().isVisible());
}

void TestRunDesk::menuLabelsRuns() {
    QListView& list = *panel().view();
    RunListModel& model = panel().model();
    const QString id = model.firstRun();
    const auto row = [&] { return window_->session()->library()->queries().run(id.toStdString())->row; };
    const QString name = toQString(row().name);
    const auto openMenu = [&] {
        emit list.customContextMenuRequested(list.visualRect(model.indexOf(id)).center());
    };
    const auto write = [](const QString& text) {
        QWidget* popup = QApplication::activePopupWidget();
        auto* field = popup->findChild<QLineEdit*>();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    };
    const auto isWriting = [] {
        QWidget* popup = QApplication::activePopupWidget();
        return popup != nullptr && popup->findChild<QLineEdit*>() != nullptr;
    };
    openMenu();
    pick(QStringLiteral("Favourite"));
    QTRY_VERIFY_WITH_TIMEOUT(model.indexOf(id).data(RunListModel::FavouriteRole).toBool(), patience);

    openMenu();
    pick(QStringLiteral("Tags"));
    QMenu* tags = menu()->findChild<QMenu*>();
    QTRY_VERIFY(tags->isVisible());
    QTest::mouseClick(tags, Qt::LeftButton, {}, tags->actionGeometry(tags->actions().last()).center());
    QTRY_VERIFY(isWriting());
    write(QStringLiteral("two words"));
    QVERIFY2(isWriting(), "a tag with a space is refused");
    write(QStringLiteral("baseline"));
    QTRY_COMPARE_WITH_TIMEOUT(row().labels.tags, std::set<std::string>{"baseline"}, patience);

    openMenu();
    pick(QStringLiteral("Rename"));
    QTRY_VERIFY(isWriting());
    write(QStringLiteral("first try"));
    QTRY_COMPARE_WITH_TIMEOUT(model.indexOf(id).data().toString(), QStringLiteral("first try"), patience);
    QVERIFY(window_->session()->library()->maintenance().rename(id.toStdString(), name.toStdString()).ok());

    openMenu();
    pick(QStringLiteral("Archived"));
    QTRY_COMPARE_WITH_TIMEOUT(model.matchCount(), std::size_t{1}, patience);
    QVERIFY(window_->notice().isVisible());
    QTest::mouseClick(window_->notice().findChild<QPushButton*>(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(model.matchCount(), std::size_t{2}, patience);
}

void TestRunDesk::foldersTellTheirState() {
    window_->addRunFolders({path("gpt"), path("missing")});
    QCOMPARE(panel().foldersEntry().figure(), QStringLiteral("2"));
    QTest::mouseClick(&panel().foldersEntry(), Qt::LeftButton);
    FoldersPage& page = window_->runDesk().folders();
    QVERIFY(page.isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(page.folders().size() == 2 && !page.folders()[1].problem.isEmpty(), patience);
    QCOMPARE(page.folders()[0].runs, std::size_t{1});
    const auto button = [&page](const QString& name) {
        for (QPushButton* candidate : page.findChildren<QPushButton*>()) {
            if (candidate->isVisible() && candidate->accessibleName().startsWith(name)) return candidate;
        }
        return static_cast<QPushButton*>(nullptr);
    };
    QTRY_VERIFY(button(QStringLiteral("Retry")) != nullptr);
    writeRun(path("missing"), 40);
    QTest::mouseClick(button(QStringLiteral("Retry")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page.folders()[1].problem.isEmpty() && page.folders()[1].runs == 1, patience);
    const QString stop = QStringLiteral("Stop watching ") + formatPath(path("missing"));
    QTRY_VERIFY(button(stop) != nullptr);
    QTest::mouseClick(button(stop), Qt::LeftButton);
    QCOMPARE(page.folders().size(), std::size_t{1});
    QCOMPARE(settings_->watchedFolders(path("vault")).size(), std::size_t{1});
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
}

void TestRunDesk::pointerMeetsNoMovedRow() {
    RunListModel& model = panel().model();
    panel().setArrangement({.order = RunOrder::loss, .grouping = RunGrouping::none});
    const auto order = [&model] {
        QStringList names;
        for (int i = 0; i < model.rowCount(); ++i)
            names << model.index(i).data().toString();
        return names;
    };
    const QStringList before = order();
    QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5));
    QCoreApplication::sendEvent(panel().view()->viewport(), &enter);
    std::vector<RunEntry> runs = model.runs();
    for (RunEntry& run : runs)
        run.info.last_loss = -run.info.last_loss.value_or(1);
    panel().setRuns(runs);
    QCOMPARE(order(), before);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(panel().view()->viewport(), &leave);
    QVERIFY(order() != before);
    QCOMPARE(panel().view()->selectionModel()->selectedIndexes().size(), 1);
}

STEPVAULT_TEST(TestRunDesk)

}  // namespace test_run_desk

#include "test_run_desk.moc"
