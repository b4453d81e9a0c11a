#include <set>

#include <QCheckBox>
#include <QElapsedTimer>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>

#include "base/atomic_file.h"
#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/restore/restore_sheet.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/vault/prune_card.h"
#include "ui/vault/rules_line.h"
#include "ui/vault/trash_list.h"
#include "ui/vault/vault_page.h"
#include "ui/vault/verify_line.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_entry.h"
#include "ui/window/runs_panel.h"
#include "ui/window/window_actions.h"

namespace test_closing_window {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 60000;      // milliseconds
constexpr qint64 longestLook = 200;  // milliseconds of a job over which the closings are spread
constexpr std::size_t elements = 30000;
constexpr int steps = 6;

void writeTraining(const fs::path& folder) {
    test::Training training(1, elements);
    std::string metrics;
    for (int i = 1; i <= steps; ++i, training.next()) {
        test::write_text(folder / stepName(i * 10), training.bytes());
        metrics +=
            R"({"step": )" + std::to_string(i * 10) + R"(, "loss": )" + std::to_string(2.0 / i) + "}\n";
    }
    test::write_text(folder / "metrics.jsonl", metrics);
    test::age(folder);
}

/// Names in a folder that other threads may be changing.
std::set<std::string> namesIn(const fs::path& folder, const char* extension) {
    std::set<std::string> names;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == extension) names.insert(it->path().filename());
    }
    return names;
}

}  // namespace

/// Closes the window during any job: no half-done work remains, and nothing stored is lost.
class TestClosingWindow : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void leavesNothingHalf_data();
    void leavesNothingHalf();

 private:
    /// A job, started the way a user starts it.
    struct Job {
        const char* name;
        int closings;
        const char* vault;                     ///< at the beginning
        void (TestClosingWindow::*prepare)();  ///< everything before the click that starts the job
        void (TestClosingWindow::*begin)();
        bool (TestClosingWindow::*isOver)();
    };
    static const std::vector<Job>& jobs();

    void openVault();
    void openSheet();
    void openVaultPage();
    void keepTheLastTwo();
    void askToEmpty();

    void beginOpening() { window_->openVault(path("vault"), LocalVault::Mode::existing); }
    void beginFiling() { window_->addRunFolders({path("live")}); }
    void beginRestoring() { QTest::mouseClick(actButton(), Qt::LeftButton); }
    void beginPlanning() { window_->showPage(QStringLiteral("interval")); }
    void beginVerifying() { QTest::mouseClick(&page().verify().button(), Qt::LeftButton); }
    void beginRemoving() { QTest::mouseClick(&page().prune().removeButton(), Qt::LeftButton); }
    void beginBringingBack() { QTest::mouseClick(&page().trash().restoreButton(), Qt::LeftButton); }
    void beginEmptying() { QTest::mouseClick(&page().trash().confirmButton(), Qt::LeftButton); }
    void beginDemo() { window_->startDemo(path("demos")); }

    bool isSettled() { return window_->isSettled(); }
    bool isFiled() { return namesIn(path("vault") / "runs", ".svstep").size() == 2 * steps; }
    bool isRestored() { return fs::exists(target()); }
    bool isLong() { return false; }

    VaultPage& page() { return window_->vaultPage(); }
    QPushButton* actButton() {
        return window_->runPage().sheet().findChild<QPushButton*>(QStringLiteral("restoreAct"));
    }
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_.path()) / name; }
    [[nodiscard]] fs::path target() const { return path("gpt-restored") / stepName(10 * steps); }

    /// Restores the initial files, opens a window on them, and starts the job.
    void begin(const Job& job);
    void close();
    void check(const Job& job);

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::set<std::string> stored_;  ///< step files
    std::string restored_;
};

const std::vector<TestClosingWindow::Job>& TestClosingWindow::jobs() {
    using T = TestClosingWindow;
    static const std::vector<Job> all{
        {"opening", 10, "made", nullptr, &T::beginOpening, &T::isSettled},
        {"filing", 24, "made", &T::openVault, &T::beginFiling, &T::isFiled},
        {"restoring", 20, "made", &T::openSheet, &T::beginRestoring, &T::isRestored},
        {"planning", 6, "made", &T::openVault, &T::beginPlanning, &T::isSettled},
        {"verifying", 10, "made", &T::openVaultPage, &T::beginVerifying, &T::isSettled},
        {"removing", 14, "made", &T::keepTheLastTwo, &T::beginRemoving, &T::isSettled},
        {"bringing back", 8, "pruned", &T::openVaultPage, &T::beginBringingBack, &T::isSettled},
        {"emptying the trash", 4, "pruned", &T::askToEmpty, &T::beginEmptying, &T::isSettled},
        {"demo", 4, "made", nullptr, &T::beginDemo, &T::isLong},
    };
    return all;
}

void TestClosingWindow::initTestCase() {
    QVERIFY(folder_.isValid());
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    writeTraining(path("gpt"));
    auto library = test::open_library(path("made"));
    VERIFY_OK(library);
    VERIFY_OK(test::watch_once(**library, {path("gpt")}));
    const RunInfo run = *(*library)->queries().run("gpt");
    const auto rows = (*library)->queries().checkpoints(run.row.id);
    QCOMPARE(rows->size(), std::size_t{steps});
    RestoreRequest request;
    request.run = run.row.id;
    request.checkpoint_id = rows->back().id;
    request.output = target();
    VERIFY_OK((*library)->restorer().restore(request, {}));
    restored_ = readFile(target());
    library->reset();
    stored_ = namesIn(path("made"), ".svstep");
    fs::copy(path("made"), path("pruned"), fs::copy_options::recursive);
    library = test::open_library(path("pruned"), LocalVault::Mode::existing);
    VERIFY_OK((*library)->maintenance().prune(*(*library)->maintenance().plan_prune("gpt", {.last = 2}),
                                              Maintenance::Removal::to_trash, {}));
    QVERIFY(namesIn(path("pruned") / "trash", ".svstep").size() >= 3);
    theme_ = std::make_unique<Theme>(*qApp);
}

void TestClosingWindow::openVault() {
    beginOpening();
    QVERIFY(QTest::qWaitFor(
        [&] { return window_->isSettled() && window_->runPage().selectedCheckpoint() != nullptr; },
        patience));
}

void TestClosingWindow::openSheet() {
    openVault();
    window_->actions().restore->trigger();
    QVERIFY(QTest::qWaitFor([&] { return actButton()->isEnabled(); }, patience));
}

void TestClosingWindow::openVaultPage() {
    openVault();
    QTest::mouseClick(&window_->runsPanel().vaultEntry(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return window_->isSettled() && page().verify().isVisible(); }, patience));
}

void TestClosingWindow::keepTheLastTwo() {
    openVaultPage();
    RulesLine& rules = page().prune().rules();
    for (QCheckBox* box : {&rules.bestSwitch(), &rules.everySwitch()})
        QTest::keyClick(box, Qt::Key_Space);
    rules.lastCount().selectAll();
    QTest::keyClicks(&rules.lastCount(), QStringLiteral("2"));
    QVERIFY(QTest::qWaitFor([&] { return window_->isSettled() && page().prune().removeButton().isEnabled(); },
                            patience));
}

void TestClosingWindow::askToEmpty() {
    openVaultPage();
    QTest::mouseClick(&page().trash().emptyButton(), Qt::LeftButton);
    QVERIFY(page().trash().confirmButton().isVisible());
}

void TestClosingWindow::begin(const Job& job) {
    for (const char* name : {"vault", "live", "demos", "gpt-restored", "settings.ini"})
        fs::remove_all(path(name));
    fs::copy(path(job.vault), path("vault"), fs::copy_options::recursive);
    fs::copy(path("gpt"), path("live"));
    test::age(path("live"));
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    if (job.prepare != nullptr) (this->*job.prepare)();
    if (!QTest::currentTestFailed()) (this->*job.begin)();
}

void TestClosingWindow::close() {
    window_->close();
    window_.reset();
}

void TestClosingWindow::check(const Job& job) {
    for (const auto& entry : fs::recursive_directory_iterator(path(""))) {
        QVERIFY2(!is_temporary_name(entry.path().filename().native()), entry.path().c_str());
        QVERIFY2(entry.path().filename() != "catalog.sqlite-journal", entry.path().c_str());
    }
    for (const char* run : {"gpt", "live"})
        QCOMPARE(std::distance(fs::directory_iterator(path(run)), fs::directory_iterator()), steps + 1);
    if (fs::exists(target())) QVERIFY2(readFile(target()) == restored_, "restored half");

    auto library =
        LocalVault::open_caught_up(path("vault"), LocalVault::Mode::existing, sqlite_backends(), {});
    VERIFY_OK(library);
    const auto report = (*library)->maintenance().verify({});
    VERIFY_OK(report);
    QVERIFY2(report->damage.empty(), report->damage.empty() ? "" : report->damage.front().what.c_str());
    std::set<std::string> listed;
    const auto runs = (*library)->queries().runs();
    for (const RunInfo& run : *runs) {
        const auto rows = (*library)->queries().checkpoints(run.row.id);
        for (const CheckpointRow& row : *rows)
            listed.insert(row.id + ".svstep");
    }
    QVERIFY2(listed == namesIn(path("vault") / "runs", ".svstep"), "the catalog lists what is stored");
    if (job.begin == &TestClosingWindow::beginEmptying) return;
    const std::set<std::string> kept = namesIn(path("vault"), ".svstep");
    QVERIFY2(std::ranges::includes(kept, stored_), "all stored steps are in the vault or in its trash");
}

void TestClosingWindow::leavesNothingHalf_data() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < jobs().size(); ++i)
        QTest::newRow(jobs()[i].name) << static_cast<int>(i);
}

void TestClosingWindow::leavesNothingHalf() {
    QFETCH(int, number);
    const Job& job = jobs()[static_cast<std::size_t>(number)];
    // Runs the job to its end once, so that the closings are spread over its whole duration on any machine.
    begin(job);
    if (QTest::currentTestFailed()) return;
    QElapsedTimer timer;
    timer.start();
    while (!(this->*job.isOver)() && timer.elapsed() < longestLook)
        QTest::qWait(1);
    const qint64 length = timer.elapsed();
    close();
    for (int i = 0; i < job.closings && !QTest::currentTestFailed(); ++i) {
        begin(job);
        if (QTest::currentTestFailed()) return;
        const qint64 moment = length * i / job.closings;
        timer.restart();
        while (timer.elapsed() < moment)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
        close();
        check(job);
    }
}

STEPVAULT_TEST(TestClosingWindow)

}  // namespace test_closing_window

#include "test_closing_window.moc"
