// Vaults that are shown beside the open one, in the list of runs and in comparisons.
#include <algorithm>

#include <QListView>
#include <QMenu>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "gui/safetensors_run.h"
#include "support/event_loop_watch.h"
#include "support/registry.h"
#include "support/served_vault.h"
#include "ui/charts/plot_view.h"
#include "ui/compare/compare_card.h"
#include "ui/compare/compare_page.h"
#include "ui/run/run_page.h"
#include "ui/runs/run_table.h"
#include "ui/runs/runs_page.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/run_desk.h"
#include "ui/window/runs_panel.h"

namespace test_vaults_beside {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

/// The vault "lab" has the run alpha, the vault "attic" the run beta.
class TestVaultsBeside : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void runsOfBothAreCompared();
    void choiceIsRemembered();
    void missingVaultIsTold();
    void lostVaultLooksOld();
    void namesake();

 private:
    [[nodiscard]] fs::path path(const std::string& name) const { return toPath(folder_.path()) / name; }
    [[nodiscard]] std::vector<RunEntry> runs() { return window_->runsPanel().model().runs(); }
    QAction* beside(const QString& place);
    void openWindow();
    void clickRun(const char* name, Qt::KeyboardModifiers modifiers = {});
    bool hasVaultColumn();

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EventLoopWatch> watch_;
};

void TestVaultsBeside::initTestCase() {
    writeRun(path("alpha"), 20);
    writeRun(path("beta"), 30);
    for (const auto& [vault, run] : {std::pair("lab", "alpha"), std::pair("attic", "beta")}) {
        auto library = test::open_library(path(vault));
        QVERIFY(library.ok());
        QVERIFY(test::watch_once(**library, {path(run)}).ok());
    }
    theme_ = std::make_unique<Theme>(*qApp);
}

void TestVaultsBeside::init() {
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QFile::remove(folder_.filePath(QStringLiteral("settings.ini")));
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    settings_->addRecentVault(path("attic"));
    openWindow();
}

void TestVaultsBeside::cleanup() {
    const QStringList waits = watch_->findings();
    watch_.reset();
    window_.reset();
    settings_.reset();
    QVERIFY2(waits.isEmpty(), qPrintable(waits.join(u'\n')));
}

void TestVaultsBeside::openWindow() {
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("lab"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && !runs().empty(), patience);
}

QAction* TestVaultsBeside::beside(const QString& place) {
    for (QMenu* menu : window_->findChildren<QMenu*>()) {
        if (menu->title() != QStringLiteral("Show beside")) continue;
        for (QAction* action : menu->actions()) {
            if (action->data().toStringList().value(0) == place) return action;
        }
    }
    return nullptr;
}

void TestVaultsBeside::clickRun(const char* name, Qt::KeyboardModifiers modifiers) {
    QListView& list = *window_->runsPanel().view();
    for (const RunEntry& run : runs()) {
        if (run.info.row.name != name) continue;
        const QModelIndex row = window_->runsPanel().model().indexOf(toQString(run.info.row.id));
        return QTest::mouseClick(list.viewport(), Qt::LeftButton, modifiers, list.visualRect(row).center());
    }
    QFAIL(name);
}

bool TestVaultsBeside::hasVaultColumn() {
    const QAbstractItemModel& table = *window_->runDesk().table().table().model();
    for (int column = 0; column < table.columnCount(); ++column) {
        if (table.headerData(column, Qt::Horizontal).toString() == QStringLiteral("Vault")) return true;
    }
    return false;
}

void TestVaultsBeside::runsOfBothAreCompared() {
    QCOMPARE(runs().size(), std::size_t{1});
    QVERIFY(runs().front().place.isEmpty());
    QVERIFY(!hasVaultColumn());
    clickRun("alpha");
    QAction* attic = beside(toQString(path("attic")));
    QVERIFY(attic != nullptr && !attic->isChecked());
    QVERIFY2(beside(toQString(path("lab"))) == nullptr, "it is open already");
    attic->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && runs().size() == 2, patience);
    QCOMPARE(runs()[0].place, QStringLiteral("lab"));
    QCOMPARE(runs()[1].place, QStringLiteral("attic"));
    QVERIFY(runs()[1].isBeside && !runs()[1].isOld);
    QVERIFY(hasVaultColumn());
    QVERIFY(beside(toQString(path("attic")))->isChecked());
    QVERIFY2(window_->runPage().run().row.name == "alpha", "the chosen run stays");

    clickRun("beta", Qt::ControlModifier);
    ComparePage& page = window_->comparePage();
    QTRY_VERIFY_WITH_TIMEOUT(page.isVisible() && page.isSettled(), patience);
    PlotView& plot = page.card().plot();
    plot.flush();
    const auto& curves = plot.model().curves().curves();
    QCOMPARE(curves.size(), std::size_t{2});
    QCOMPARE(curves[0].given.name, QStringLiteral("alpha"));
    QCOMPARE(curves[0].given.points.size(), std::size_t{20});
    QCOMPARE(curves[1].given.name, QStringLiteral("beta"));
    QCOMPARE(curves[1].given.points.size(), std::size_t{30});

    // The run of the other vault has a page of its own.
    clickRun("beta");
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().run().row.name, std::string("beta"), patience);
    clickRun("alpha");
    beside(toQString(path("attic")))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && runs().size() == 1, patience);
    QVERIFY(runs().front().place.isEmpty());
    QVERIFY(!hasVaultColumn());
}

void TestVaultsBeside::choiceIsRemembered() {
    beside(toQString(path("attic")))->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t{2}, patience);
    window_.reset();
    openWindow();
    QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t{2}, patience);
    QVERIFY(beside(toQString(path("attic")))->isChecked());
}

void TestVaultsBeside::missingVaultIsTold() {
    window_.reset();
    const QString gone = toQString(path("gone"));
    settings_->setVaultsBeside(path("lab"), {gone});
    openWindow();
    QTRY_VERIFY_WITH_TIMEOUT(window_->notice().text().contains(gone), patience);
    QVERIFY(window_->notice().isBad());
    QVERIFY(beside(gone)->isChecked());
    QVERIFY(beside(gone)->text().endsWith(QStringLiteral("not connected")));
    QCOMPARE(runs().size(), std::size_t{1});
    QVERIFY(runs().front().place.isEmpty());
}

void TestVaultsBeside::lostVaultLooksOld() {
    auto far = test::open_library(path("attic"));
    QVERIFY(far.ok());
    test::ServedVault served(**far);
    const auto closing = qScopeGuard([this] { window_.reset(); });
    auto remote = served.open();
    QVERIFY(remote.ok());
    Link* link = &(*remote)->link();
    VaultSession& session = *window_->session();
    session.showBeside({{std::move(*remote), link}});
    QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t{2}, patience);
    QCOMPARE(runs()[1].place, QStringLiteral("box"));
    clickRun("beta");
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().run().row.name, std::string("beta"), patience);

    served.set_reachable(false);
    served.cut();
    QTRY_VERIFY_WITH_TIMEOUT(runs()[1].isOld, patience);
    QVERIFY(!runs()[0].isOld);
    QTRY_VERIFY_WITH_TIMEOUT(window_->notice().text().contains(QStringLiteral("The runs on box are shown")),
                             patience);
    QVERIFY2(window_->runPage().run().row.name == "beta", "the last picture stays");
    clickRun("alpha");
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().run().row.name, std::string("alpha"), patience);

    served.set_reachable(true);
    session.reconnect(QStringLiteral("box"));
    QTRY_VERIFY_WITH_TIMEOUT(!runs()[1].isOld, patience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->notice().text().contains(QStringLiteral("connected again")), patience);
    session.showBeside({});
    QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t{1}, patience);
}

void TestVaultsBeside::namesake() {
    {
        auto library = test::open_library(path("attic"), LocalVault::Mode::existing);
        QVERIFY(library.ok());
        QVERIFY((*library)->maintenance().rename("beta", "alpha").ok());
    }
    const auto back = qScopeGuard([this] {
        window_.reset();
        auto library = test::open_library(path("attic"), LocalVault::Mode::existing);
        if (library.ok()) (void)(*library)->maintenance().rename("alpha", "beta");
    });
    beside(toQString(path("attic")))->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t{2}, patience);
    for (const RunEntry& run : runs()) {
        QCOMPARE(toQString(run.info.row.name), QStringLiteral("alpha (%1)").arg(run.place));
        QCOMPARE(run.ownName(), QStringLiteral("alpha"));
    }
}

STEPVAULT_TEST(TestVaultsBeside)

}  // namespace test_vaults_beside

#include "test_vaults_beside.moc"
