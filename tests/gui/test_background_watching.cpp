#include <QCheckBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "gui/safetensors_run.h"
#include "library/watch/background_watch.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/folders/folders_page.h"
#include "ui/text/format.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/panel_entry.h"
#include "ui/window/run_desk.h"
#include "ui/window/runs_panel.h"

namespace test_background_watching {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 40000;  // milliseconds

}  // namespace

/// The page of watched folders hands a folder over to a real `stepvault watch`, and takes it back.
class TestBackgroundWatching : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void goesOnWithoutTheWindow();
    void isTakenBack();
    void stops();
    void failureKeepsTheWindowWatching();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_->path()) / name; }
    [[nodiscard]] std::vector<BackgroundWatch> running() const {
        auto watches = list_background(path("vault"));
        return watches.ok() ? *watches : std::vector<BackgroundWatch>();
    }
    void openWindow();
    FoldersPage& page() { return window_->runDesk().folders(); }
    /// The one that is visible; nullptr for none.
    template <class Button>
    Button* button(const QString& name) {
        for (Button* each : page().findChildren<Button*>()) {
            if (each->isVisible() && each->isEnabled() && each->accessibleName().startsWith(name))
                return each;
        }
        return nullptr;
    }
    void clickKeep();

    std::optional<QTemporaryDir> folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

void TestBackgroundWatching::initTestCase() {
    qputenv("STEPVAULT_NO_SYSTEMD", "1");
    theme_ = std::make_unique<Theme>(*qApp);
}

void TestBackgroundWatching::init() {
    folder_.emplace();
    writeRun(path("runs/gpt"), 60);
    auto library = test::open_library(path("vault"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    library->reset();
    settings_ = std::make_unique<AppSettings>(folder_->filePath(QStringLiteral("settings.ini")));
    settings_->setWatchedFolders(path("vault"), {path("runs")});
    openWindow();
    QTRY_VERIFY_WITH_TIMEOUT(page().folders().size() == 1 && page().folders()[0].runs == 1, patience);
}

void TestBackgroundWatching::cleanup() {
    window_.reset();
    for (const BackgroundWatch& watch : running())
        QVERIFY(stop_background(path("vault"), watch.id).ok());
    folder_.reset();
}

void TestBackgroundWatching::openWindow() {
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    QTest::mouseClick(&window_->runsPanel().foldersEntry(), Qt::LeftButton);
    QVERIFY(page().isVisible());
}

void TestBackgroundWatching::clickKeep() {
    QTRY_VERIFY_WITH_TIMEOUT(button<QCheckBox>(QStringLiteral("Keep watching")) != nullptr, patience);
    auto* keep = button<QCheckBox>(QStringLiteral("Keep watching"));
    QTest::mouseClick(keep, Qt::LeftButton, {}, QPoint(8, keep->height() / 2));
}

void TestBackgroundWatching::goesOnWithoutTheWindow() {
    clickKeep();
    QTRY_COMPARE_WITH_TIMEOUT(running().size(), std::size_t{1}, patience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->session()->watch().folders().empty(), patience);
    QVERIFY(settings_->watchedFolders(path("vault")).empty());
    QCOMPARE(page().folders().size(), std::size_t{1});
    QVERIFY(page().folders()[0].background.has_value());
    QCOMPARE(window_->runsPanel().foldersEntry().figure(), QStringLiteral("1"));
    window_.reset();
    writeRun(path("runs/lenet"), 40);
    QTRY_VERIFY_WITH_TIMEOUT(running().size() == 1, patience);
    openWindow();
    QTRY_VERIFY_WITH_TIMEOUT(page().folders().size() == 1 && page().folders()[0].runs == 2, patience);
    QCOMPARE(page().folders()[0].background->id, running()[0].id);
    QVERIFY(window_->session()->watch().folders().empty());
}

void TestBackgroundWatching::isTakenBack() {
    clickKeep();
    QTRY_VERIFY_WITH_TIMEOUT(page().folders()[0].background.has_value(), patience);
    clickKeep();
    QTRY_VERIFY_WITH_TIMEOUT(running().empty(), patience);
    const std::vector<fs::path> folders{path("runs")};
    QTRY_VERIFY_WITH_TIMEOUT(window_->session()->watch().folders() == folders, patience);
    QVERIFY(settings_->watchedFolders(path("vault")) == folders);
    QTRY_VERIFY(!page().folders()[0].background.has_value());
}

void TestBackgroundWatching::stops() {
    clickKeep();
    QTRY_VERIFY_WITH_TIMEOUT(page().folders()[0].background.has_value(), patience);
    const QString stop = QStringLiteral("Stop watching");
    QTRY_VERIFY_WITH_TIMEOUT(button<QPushButton>(stop) != nullptr, patience);
    QTest::mouseClick(button<QPushButton>(stop), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(running().empty(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(page().folders().empty(), patience);
    QVERIFY(window_->session()->watch().folders().empty());
}

void TestBackgroundWatching::failureKeepsTheWindowWatching() {
    // Another process began to watch all of it in the background.
    WatchOptions options;
    options.roots = {toPath(folder_->path())};
    const auto other = start_background(path("vault"), options);
    QVERIFY2(other.ok(), other.ok() ? "" : other.error().message.c_str());
    clickKeep();
    QTRY_VERIFY_WITH_TIMEOUT(window_->notice().isVisible(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(button<QCheckBox>(QStringLiteral("Keep watching")) != nullptr, patience);
    QVERIFY(!button<QCheckBox>(QStringLiteral("Keep watching"))->isChecked());
    QVERIFY(window_->session()->watch().folders() == std::vector<fs::path>{path("runs")});
}

STEPVAULT_TEST(TestBackgroundWatching)

}  // namespace test_background_watching

#include "test_background_watching.moc"
