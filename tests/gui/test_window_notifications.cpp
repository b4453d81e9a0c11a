#include <fstream>

#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/text/language.h"
#include "ui/vault/vault_page.h"
#include "ui/window/folder_problems.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/notification_center.h"
#include "ui/window/runs_panel.h"
#include "ui/window/tray_icon.h"
#include "ui/window/window_actions.h"

namespace test_window_notifications {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

struct FakeSink : NotificationSink {
    void show(const Notification& notification) override { shown.push_back(notification); }
    std::vector<Notification> shown;
};

}  // namespace

/// The window's notifications, and the settings for closing to the tray and for the language.
class TestWindowNotifications : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void cleanup();

    void failedFilingIsToldOnce();
    void nothingIsToldWhereItIsSwitchedOff();
    void lowDiskLeadsToTheVault();
    void lowDiskWaitsForAFailureToBeRead();
    void notificationsAreRemembered();
    void closedWindowStaysInTheTray();
    void withoutATrayItCloses();
    void languageIsRememberedAndOffersARestart();
    void missingFolderIsNamedUntilItIsBack();
    void missingFolderIsWatchedNoMoreByAClick();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_->path()) / name; }
    void make();
    /// Watches a run whose step files cannot be written.
    void watchInVain();
    QPushButton* noticeButton() { return window_->notice().findChild<QPushButton*>(); }
    /// A menu entry by its text.
    QAction* entry(const QString& text) {
        for (QAction* action : window_->findChildren<QAction*>()) {
            if (action->text() == text) return action;
        }
        return nullptr;
    }

    FakeSink sink_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

void TestWindowNotifications::make() {
    window_.reset();
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->setNotificationSink(&sink_);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void TestWindowNotifications::init() {
    sink_.shown.clear();
    folder_ = std::make_unique<QTemporaryDir>();
    theme_ = std::make_unique<Theme>(*qApp);
    settings_ = std::make_unique<AppSettings>(folder_->filePath(QStringLiteral("settings.ini")));
    make();
}

void TestWindowNotifications::cleanup() {
    window_.reset();
    settings_.reset();
}

void TestWindowNotifications::watchInVain() {
    writeRun(path("gpt"), 20, 2000);
    test::age(path("gpt"));
    window_->openVault(path("vault"), LocalVault::Mode::create);
    window_->addRunFolders({path("gpt")});
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().table().model()->rowCount(), 1, patience);
    const std::string id = window_->runPage().run().row.id;
    const fs::path steps = path("vault") / "runs" / id / "steps";
    fs::rename(steps, path("steps"));
    writeFile(steps, "in the way");
    for (const int step : {40, 60})
        writeFile(path("gpt") / stepName(step), safetensorsBytes(step, 2000));
    test::age(path("gpt"));
}

void TestWindowNotifications::failedFilingIsToldOnce() {
    watchInVain();
    LogModel& log = window_->findChild<NotificationCenter*>()->log();
    const auto failures = [&] {
        int count = 0;
        for (int row = 0; row < log.rowCount(); ++row) {
            const auto kind = log.index(row, 0).data(LogModel::KindRole).toInt();
            count += static_cast<WatchNotes::Kind>(kind) == WatchNotes::Kind::bad ? 1 : 0;
        }
        return count;
    };
    QTRY_VERIFY_WITH_TIMEOUT(failures() >= 2, patience);
    QCOMPARE(sink_.shown.size(), std::size_t{1});
    QVERIFY(sink_.shown[0].kind == NotificationKind::filingFailed);
    QCOMPARE(sink_.shown[0].title, QStringLiteral("gpt: not filed"));
    QVERIFY(sink_.shown[0].text.contains(QStringLiteral("Trying again later")));
}

void TestWindowNotifications::nothingIsToldWhereItIsSwitchedOff() {
    entry(QStringLiteral("Filing fails"))->trigger();
    watchInVain();
    LogModel& log = window_->findChild<NotificationCenter*>()->log();
    QTRY_VERIFY_WITH_TIMEOUT(!log.match(log.index(0, LogModel::What), Qt::DisplayRole,
                                        QStringLiteral("Trying again later"), 1, Qt::MatchContains)
                                  .isEmpty(),
                             patience);
    QVERIFY(sink_.shown.empty());
}

void TestWindowNotifications::lowDiskLeadsToTheVault() {
    window_->openVault(path("vault"), LocalVault::Mode::create);
    QTRY_VERIFY_WITH_TIMEOUT(window_->session() != nullptr && window_->isSettled(), patience);
    window_->notice().dismiss();
    constexpr std::uint64_t gib = 1ULL << 30U;
    const auto read = [this](std::uint64_t free) {
        VaultSnapshot snapshot;
        snapshot.disk = DiskSpace{free * gib, 1000 * gib};
        emit window_->session()->snapshotRead(snapshot);
    };
    read(3);
    QCOMPARE(window_->notice().text(), QStringLiteral("Only 3.0 GiB are free on the vault's disk (0.3 %)."));
    QCOMPARE(sink_.shown.size(), std::size_t{1});
    QTest::mouseClick(window_->notice().findChild<QToolButton*>(), Qt::LeftButton);
    read(2);
    QVERIFY2(window_->notice().text().isEmpty(), "it was put away");
    read(500);
    read(1);
    QCOMPARE(sink_.shown.size(), std::size_t{2});
    QVERIFY(noticeButton()->isVisible());
    QTest::mouseClick(noticeButton(), Qt::LeftButton);
    QVERIFY(window_->vaultPage().isVisible());
    read(500);
    read(1);
    QVERIFY(!window_->notice().text().isEmpty());
    read(500);
    QVERIFY2(window_->notice().text().isEmpty(), "there is room again");
}

void TestWindowNotifications::lowDiskWaitsForAFailureToBeRead() {
    window_->openVault(path("vault"), LocalVault::Mode::create);
    QTRY_VERIFY_WITH_TIMEOUT(window_->session() != nullptr && window_->isSettled(), patience);
    const auto read = [this](std::uint64_t free) {
        VaultSnapshot snapshot;
        snapshot.disk = DiskSpace{free << 30U, std::uint64_t{1000} << 30U};
        emit window_->session()->snapshotRead(snapshot);
    };
    read(500);
    const QString failure = QStringLiteral("It failed.");
    window_->notice().tell(WatchNotes::Kind::bad, failure);
    read(3);
    QCOMPARE(window_->notice().text(), failure);
    QTest::mouseClick(window_->notice().findChild<QToolButton*>(), Qt::LeftButton);
    QCOMPARE(window_->notice().text(), QStringLiteral("Only 3.0 GiB are free on the vault's disk (0.3 %)."));
    QTest::mouseClick(window_->notice().findChild<QToolButton*>(), Qt::LeftButton);
    QVERIFY(window_->notice().text().isEmpty());
}

void TestWindowNotifications::notificationsAreRemembered() {
    const auto isOn = [this](NotificationKind kind) {
        return window_->actions().notificationAction(kind)->isChecked();
    };
    for (const NotificationKind kind : notificationKinds) {
        const bool isProblem = kind == NotificationKind::diskLow || kind == NotificationKind::damage ||
                               kind == NotificationKind::filingFailed;
        QCOMPARE(isOn(kind), isProblem);
        window_->actions().notificationAction(kind)->trigger();
        QCOMPARE(settings_->notifies(kind), !isProblem);
    }
    make();
    QVERIFY(isOn(NotificationKind::stalled) && !isOn(NotificationKind::damage));
}

void TestWindowNotifications::closedWindowStaysInTheTray() {
    // The tests' platform has no tray; on a platform with a tray the entry is enabled.
    window_->actions().stayInTray->setEnabled(true);
    window_->actions().stayInTray->trigger();
    QVERIFY(settings_->staysInTray());
    QVERIFY(!QApplication::quitOnLastWindowClosed());
    writeRun(path("gpt"), 20, 2000);
    test::age(path("gpt"));
    window_->openVault(path("vault"), LocalVault::Mode::create);
    QTRY_VERIFY_WITH_TIMEOUT(window_->session() != nullptr && window_->isSettled(), patience);
    QVERIFY(!window_->close());
    QVERIFY(!window_->isVisible());
    // Watching continues.
    window_->addRunFolders({path("gpt")});
    const auto filed = [this] {
        const auto run = window_->session()->library()->queries().run("gpt");
        return run.ok() && run->checkpoints == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(filed(), patience);
    window_->tray().menu().actions().first()->trigger();
    QVERIFY(window_->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().table().model()->rowCount(), 1, patience);
    // Quitting ends the program in spite of the tray.
    window_->actions().quit->trigger();
    QVERIFY(!window_->isVisible());
    window_->actions().stayInTray->trigger();
    QVERIFY(QApplication::quitOnLastWindowClosed());
}

void TestWindowNotifications::withoutATrayItCloses() {
    settings_->setStaysInTray(true);
    make();
    QCOMPARE(window_->actions().stayInTray->isEnabled(), TrayIcon::isAvailable());
    if (TrayIcon::isAvailable()) QSKIP("there is a tray here");
    QVERIFY(window_->actions().stayInTray->text().contains(QStringLiteral("there is none")));
    QVERIFY(window_->close());
}

void TestWindowNotifications::languageIsRememberedAndOffersARestart() {
    QVERIFY(window_->actions().languageAction({})->isChecked());
    for (const LanguageName& each : languageNames())
        QCOMPARE(window_->actions().languageAction(each.code)->text(), each.name);
    QSignalSpy restarts(window_.get(), &MainWindow::restartRequested);
    entry(QStringLiteral("Deutsch"))->trigger();
    QCOMPARE(settings_->language(), QStringLiteral("de"));
    QVERIFY(window_->notice().text().contains(QStringLiteral("started again")));
    QCOMPARE(noticeButton()->text(), QStringLiteral("Restart now"));
    QTest::mouseClick(noticeButton(), Qt::LeftButton);
    QCOMPARE(restarts.size(), 1);
    // A restart would end the demo's training.
    window_->startDemo(path("demos"));
    window_->actions().languageAction(QStringLiteral("zh_CN"))->trigger();
    QVERIFY(!noticeButton()->isVisible());
    QCOMPARE(settings_->language(), QStringLiteral("zh_CN"));
    make();
    QVERIFY(window_->actions().languageAction(QStringLiteral("zh_CN"))->isChecked());
}

void TestWindowNotifications::missingFolderIsNamedUntilItIsBack() {
    for (const char* name : {"gpt", "coming"}) {
        writeRun(path(name), 20, 2000);
        test::age(path(name));
    }
    FolderProblems& problems = window_->runsPanel().folderProblems();
    QVERIFY(!problems.isVisible());
    window_->openVault(path("vault"), LocalVault::Mode::create);
    window_->addRunFolders({path("late"), path("gpt")});
    QTRY_COMPARE_WITH_TIMEOUT(problems.problems().size(), std::size_t{1}, patience);
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().table().model()->rowCount(), 1, patience);
    QVERIFY(problems.isVisible());
    QCOMPARE(problems.problems().front().folder, path("late"));
    QVERIFY(problems.problems().front().reason.contains(QStringLiteral("not there")));
    QVERIFY(window_->notice().text().isEmpty());
    // Watching other folders reports the missing folder again, but only once.
    window_->addRunFolders({path("gone")});
    QTRY_COMPARE_WITH_TIMEOUT(problems.problems().size(), std::size_t{2}, patience);
    fs::rename(path("coming"), path("late"));
    QTRY_COMPARE_WITH_TIMEOUT(problems.problems().size(), std::size_t{1}, patience);
    QCOMPARE(problems.problems().front().folder, path("gone"));
    QTRY_COMPARE_WITH_TIMEOUT(window_->runsPanel().model().runs().size(), std::size_t{2}, patience);
}

void TestWindowNotifications::missingFolderIsWatchedNoMoreByAClick() {
    FolderProblems& problems = window_->runsPanel().folderProblems();
    window_->openVault(path("vault"), LocalVault::Mode::create);
    window_->addRunFolders({path("late"), path("gone")});
    QTRY_COMPARE_WITH_TIMEOUT(problems.problems().size(), std::size_t{2}, patience);
    QToolButton* stop = nullptr;
    for (QToolButton* button : problems.findChildren<QToolButton*>()) {
        const QString name = button->accessibleName();
        if (name.startsWith(QStringLiteral("Stop")) && name.contains(QStringLiteral("gone"))) stop = button;
    }
    QVERIFY(stop != nullptr);
    QTest::mouseClick(stop, Qt::LeftButton);
    QCOMPARE(settings_->watchedFolders(path("vault")), std::vector{path("late")});
    QTRY_VERIFY_WITH_TIMEOUT(
        problems.problems().size() == 1 && problems.problems().front().folder == path("late"), patience);
}

STEPVAULT_TEST(TestWindowNotifications)

}  // namespace test_window_notifications

#include "test_window_notifications.moc"
