#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "base/file_lock.h"
#include "gui/safetensors_run.h"
#include "support/event_loop_watch.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/window_actions.h"
#include "vault/records/vault_paths.h"

namespace test_moving_vault_window {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

/// A window whose vault moves to another disk.
class TestMovingVaultWindow : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void cleanup();

    void theVaultIsOpenWhereItIs();
    void whatCannotBeMovedIsOpenedAgain();
    void nothingElseIsOpenedMeanwhile();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_->path()) / name; }
    [[nodiscard]] fs::path disk() const { return toPath(elsewhere_->path()); }
    [[nodiscard]] std::uint64_t checkpoints() const { return window_->runPage().run().checkpoints; }
    void settle() {
        QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->session() != nullptr, patience);
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<QTemporaryDir> elsewhere_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EventLoopWatch> watch_;
};

void TestMovingVaultWindow::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    elsewhere_ = std::make_unique<QTemporaryDir>(QStringLiteral("/dev/shm/stepvault-XXXXXX"));
    QVERIFY(folder_->isValid() && elsewhere_->isValid());
    writeRun(path("gpt"), 40);
    QVERIFY(test::open_library(path("vault")).ok());
    theme_ = std::make_unique<Theme>(*qApp);
    settings_ = std::make_unique<AppSettings>(folder_->filePath(QStringLiteral("settings.ini")));
    settings_->setWatchedFolders(path("vault"), {path("gpt")});
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_->path()));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    QVERIFY(!window_->actions().moveVault->isEnabled());
    window_->show();
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->session() != nullptr && checkpoints() == 2, patience);
    settle();
    QVERIFY(window_->actions().moveVault->isEnabled());
}

void TestMovingVaultWindow::cleanup() {
    const QStringList waits = watch_->findings();
    watch_.reset();
    window_.reset();
    QVERIFY2(waits.isEmpty(), qPrintable(waits.join(u'\n')));
}

void TestMovingVaultWindow::theVaultIsOpenWhereItIs() {
    const fs::path to = disk() / "moved";
    window_->moveVault(to);
    QVERIFY(window_->session() == nullptr && !window_->actions().moveVault->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(window_->session() != nullptr && checkpoints() == 2, patience);
    settle();
    QCOMPARE(window_->session()->library()->folder(), to);
    QVERIFY(!fs::exists(path("vault")));
    QVERIFY2(window_->notice().text().contains(formatPath(to)), qPrintable(window_->notice().text()));
    QVERIFY(settings_->recentVaults() == std::vector<fs::path>{to});
    // The run is still watched.
    QVERIFY(window_->session()->watch().folders() == std::vector<fs::path>{path("gpt")});
    writeFile(path("gpt") / stepName(60), safetensorsBytes(60, 20000));
    QTRY_COMPARE_WITH_TIMEOUT(checkpoints(), std::uint64_t{3}, patience);
}

void TestMovingVaultWindow::whatCannotBeMovedIsOpenedAgain() {
    const auto held = FileLock::acquire_existing(vault_file(path("vault")));
    QVERIFY(held.ok());
    window_->moveVault(disk() / "moved");
    QTRY_VERIFY_WITH_TIMEOUT(window_->session() != nullptr && checkpoints() == 2, patience);
    settle();
    QCOMPARE(window_->session()->library()->folder(), path("vault"));
    QVERIFY2(window_->notice().text().contains(QStringLiteral("is in use")),
             qPrintable(window_->notice().text()));
    QVERIFY(!fs::exists(disk() / "moved"));
}

void TestMovingVaultWindow::nothingElseIsOpenedMeanwhile() {
    QVERIFY(test::open_library(path("other")).ok());
    window_->moveVault(disk() / "moved");
    window_->openVault(path("other"), LocalVault::Mode::existing);
    window_->startDemo(path("demo"));
    QVERIFY(!fs::exists(path("demo")));
    QVERIFY2(window_->notice().text().contains(QStringLiteral("being moved")),
             qPrintable(window_->notice().text()));
    QTRY_VERIFY_WITH_TIMEOUT(window_->session() != nullptr, patience);
    QCOMPARE(window_->session()->library()->folder(), disk() / "moved");
    settle();
}

STEPVAULT_TEST(TestMovingVaultWindow)

}  // namespace test_moving_vault_window

#include "test_moving_vault_window.moc"
