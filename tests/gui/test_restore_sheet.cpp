// Restores of weights alone, of several checkpoints, and of rows that are dragged out: with mouse and keys,
// on a vault that the engine made.
#include <cmath>

#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>
#include <QWindow>

#include "container/inspect.h"
#include "gui/safetensors_run.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/restore/drag_out.h"
#include "ui/restore/restore_sheet.h"
#include "ui/restore/snippet_box.h"
#include "ui/restore/weights_choice.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/window/main_window.h"
#include "ui/window/window_actions.h"

namespace test_restore_sheet {

using namespace stepvault;
using namespace stepvault::ui;
namespace fs = std::filesystem;
using stepvault::ui::tests::readFile;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

class TestRestoreSheet : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void sheetShowsAllInASmallWindow();
    void weightsAloneAreOffered();
    void aTypedTargetStays();
    void oneGoesIntoTheRunsFolder();
    void lastGoodStepIsOfferedFirst();
    void severalGoIntoOneFolder();
    void whatWasSelectedMeanwhileIsOffered();
    void theSheetStaysOverTheTable();
    void severalArePinnedTogether();
    void aRowIsDraggedAsItsFile();
    void whatWasLetGoIsReadyToDrag();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_.path()) / name; }
    [[nodiscard]] RunPage& page() { return window_->runPage(); }
    [[nodiscard]] CheckpointTable& table() { return page().table(); }
    [[nodiscard]] RestoreSheet& sheet() { return page().sheet(); }
    [[nodiscard]] QLineEdit& target() { return *sheet().findChild<QLineEdit*>(); }
    [[nodiscard]] QPushButton& act() {
        return *sheet().findChild<QPushButton*>(QStringLiteral("restoreAct"));
    }
    [[nodiscard]] WeightsChoice& weights() { return *sheet().findChild<WeightsChoice*>(); }
    [[nodiscard]] QPoint middleOf(std::int64_t step);
    void clickRow(std::int64_t step, Qt::KeyboardModifiers keys = {});
    void openSheet();
    void type(const fs::path& target);
    [[nodiscard]] bool says(const QString& text);

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

void TestRestoreSheet::initTestCase() {
    QVERIFY(folder_.isValid());
    qputenv("XDG_CACHE_HOME", QFile::encodeName(folder_.filePath(QStringLiteral("cache"))));
    test::write_run(path("gpt"), 5);
    test::age(path("gpt"));
    auto library = test::open_library(path("vault"));
    QVERIFY(library.ok());
    const Status status = test::watch_once(**library, {path("gpt")}, SchemeChoice{.scheme = Scheme::exact});
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().message.c_str());
    theme_ = std::make_unique<Theme>(*qApp);
}

void TestRestoreSheet::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("QObject|QPainter|QLayout|QWidget|QDrag")));
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && page().selectedCheckpoint() != nullptr, patience);
}

void TestRestoreSheet::cleanup() {
    window_.reset();
    settings_.reset();
}

QPoint TestRestoreSheet::middleOf(std::int64_t step) {
    for (const CheckpointRow& row : table().checkpoints().checkpoints()) {
        if (row.step == step) return table().visualRect(table().indexOf(toQString(row.id))).center();
    }
    return {};
}

void TestRestoreSheet::clickRow(std::int64_t step, Qt::KeyboardModifiers keys) {
    QTest::mouseClick(table().viewport(), Qt::LeftButton, keys, middleOf(step));
}

void TestRestoreSheet::openSheet() {
    window_->actions().restore->trigger();
    QVERIFY(page().isSheetOpen());
    QTRY_VERIFY_WITH_TIMEOUT(weights().box().isEnabled() && act().isEnabled(), patience);
}

void TestRestoreSheet::type(const fs::path& text) {
    target().setFocus();
    target().selectAll();
    QTest::keyClicks(&target(), toQString(text));
    QTRY_VERIFY_WITH_TIMEOUT(act().isEnabled(), patience);
}

bool TestRestoreSheet::says(const QString& text) {
    const auto labels = sheet().findChildren<QLabel*>();
    return std::ranges::any_of(
        labels, [&](const QLabel* label) { return label->isVisible() && label->text().contains(text); });
}

void TestRestoreSheet::sheetShowsAllInASmallWindow() {
    window_->resize(900, 600);
    clickRow(20);
    openSheet();
    const auto& area = *sheet().findChild<QScrollArea*>();
    QTRY_COMPARE_WITH_TIMEOUT(area.verticalScrollBar()->maximum(), 0, patience);
    QVERIFY(page().rect().contains(sheet().geometry()));
}

void TestRestoreSheet::weightsAloneAreOffered() {
    clickRow(20);
    openSheet();
    QVERIFY(target().text().endsWith(QStringLiteral("gpt-restored/step_20.safetensors")));
    QVERIFY(!says(QStringLiteral("resumed")));
    QVERIFY(weights().code().isEmpty());
    const QString size = weights().box().text();
    QTest::mouseClick(&weights().box(), Qt::LeftButton, {}, QPoint(8, weights().box().height() / 2));
    QVERIFY(weights().box().isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(target().text().endsWith(QStringLiteral("step_20-weights.safetensors")),
                             patience);
    QVERIFY(says(QStringLiteral("Training can't be resumed from it")));
    QTRY_VERIFY_WITH_TIMEOUT(act().isEnabled(), patience);

    QTest::mouseClick(weights().findChild<QToolButton*>(), Qt::LeftButton);
    const QString code = QGuiApplication::clipboard()->text();
    QVERIFY(code.startsWith(QStringLiteral("from safetensors.torch import load_file\n")));
    QVERIFY(code.contains(QLatin1Char('"') + target().text() + QLatin1Char('"')));

    const fs::path made = toPath(target().text());
    QTest::mouseClick(&act(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(made), patience);
    QTRY_VERIFY_WITH_TIMEOUT(!act().isVisible(), patience);
    const auto inspection = inspect(*File::open_read(made));
    QVERIFY(inspection.ok());
    QStringList names;
    for (const TensorView& tensor : inspection->layout.tensors)
        names << toQString(tensor.name);
    names.sort();
    QCOMPARE(names, (QStringList{QStringLiteral("embed.weight"), QStringLiteral("layer.weight")}));
    QVERIFY(size.contains(formatBytes(fs::file_size(made))));

    QTest::mouseClick(&weights().box(), Qt::LeftButton, {}, QPoint(8, weights().box().height() / 2));
    QTRY_VERIFY_WITH_TIMEOUT(target().text().endsWith(QStringLiteral("step_20.safetensors")), patience);
    QVERIFY(!says(QStringLiteral("resumed")));
}

void TestRestoreSheet::aTypedTargetStays() {
    clickRow(30);
    openSheet();
    type(path("mine.safetensors"));
    QTest::mouseClick(&weights().box(), Qt::LeftButton, {}, QPoint(8, weights().box().height() / 2));
    QVERIFY(weights().box().isChecked());
    QCOMPARE(target().text(), toQString(path("mine.safetensors")));
    QTest::mouseClick(&act(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(path("mine.safetensors")), patience);
    // The file exists before the window knows it; meanwhile the sheet shows its checkpoint.
    QTRY_VERIFY_WITH_TIMEOUT(!act().isVisible(), patience);
    QVERIFY(fs::file_size(path("mine.safetensors")) < fs::file_size(path("gpt") / "step_30.safetensors") / 2);
    // Another checkpoint is restored as a whole again.
    clickRow(40);
    QTRY_VERIFY_WITH_TIMEOUT(target().text().endsWith(QStringLiteral("step_40.safetensors")), patience);
    QVERIFY(!weights().box().isChecked());
}

void TestRestoreSheet::oneGoesIntoTheRunsFolder() {
    clickRow(30);
    openSheet();
    QCheckBox& into = sheet().intoRun();
    QTRY_VERIFY_WITH_TIMEOUT(into.isEnabled(), patience);
    QVERIFY2(!into.isChecked(), "only by an explicit choice");
    QVERIFY(sheet().snippet().isHidden());
    const auto click = [&into] {
        QTest::mouseClick(&into, Qt::LeftButton, {}, QPoint(8, into.height() / 2));
    };
    click();
    const fs::path restored = path("gpt") / "step_30-restored.safetensors";
    QTRY_COMPARE_WITH_TIMEOUT(target().text(), toQString(restored), patience);
    QVERIFY(!target().isEnabled());
    // The weights alone go elsewhere.
    QTest::mouseClick(&weights().box(), Qt::LeftButton, {}, QPoint(8, weights().box().height() / 2));
    QTRY_VERIFY_WITH_TIMEOUT(!into.isChecked() && !into.isEnabled() && target().isEnabled(), patience);
    QTest::mouseClick(&weights().box(), Qt::LeftButton, {}, QPoint(8, weights().box().height() / 2));
    QTRY_VERIFY_WITH_TIMEOUT(into.isEnabled(), patience);
    click();
    QTRY_VERIFY_WITH_TIMEOUT(act().isEnabled() && target().text() == toQString(restored), patience);
    QTest::mouseClick(&act(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!act().isVisible(), patience);
    QCOMPARE(readFile(restored), readFile(path("gpt") / "step_30.safetensors"));
    // The code that loads it can be copied.
    QVERIFY(sheet().snippet().isVisible());
    QTest::mouseClick(&sheet().snippet().copyButton(), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), sheet().snippet().code());
    QVERIFY(sheet().snippet().code().contains(toQString(restored)));
    fs::remove(restored);
}

void TestRestoreSheet::lastGoodStepIsOfferedFirst() {
    RunSnapshot run;
    run.info = page().run();
    run.checkpoints = page().checkpoints();
    run.tag = "loss";
    MetricCurve curve;
    for (std::int64_t step = 1; step <= 50; ++step)
        curve.points.push_back({step, 0, step < 35 ? 1.0 : std::nan("")});
    curve.troubles = {{35, false, false}};
    run.metric = std::make_shared<const MetricCurve>(std::move(curve));
    run.info.row.id = "another";
    page().setRun(window_->session()->library(), run, 0);
    QCOMPARE(page().selectedCheckpoint()->step, 30);
    QVERIFY(window_->actions().restore->iconText().contains(QStringLiteral("30")));
}

void TestRestoreSheet::severalGoIntoOneFolder() {
    clickRow(20);
    clickRow(40, Qt::ControlModifier);
    clickRow(50, Qt::ControlModifier);
    QCOMPARE(page().chosenCheckpoints().size(), std::size_t{3});
    QCOMPARE(page().selectedCheckpoint()->step, 50);
    openSheet();
    QCOMPARE(act().text(), QStringLiteral("Restore 3 checkpoints"));
    QVERIFY(says(QStringLiteral("steps 20 to 50")));
    const fs::path folder = path("several");
    fs::create_directory(folder);
    tests::writeFile(folder / "step_40.safetensors", "mine");
    type(folder);
    QTest::mouseClick(&act(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(folder / "step_20.safetensors"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(!act().isVisible(), patience);
    QCOMPARE(readFile(folder / "step_40.safetensors"), std::string("mine"));
    for (const auto& [made, original] : {std::pair("step_20.safetensors", "step_20.safetensors"),
                                         std::pair("step_40 (2).safetensors", "step_40.safetensors"),
                                         std::pair("step_50.safetensors", "step_50.safetensors")})
        QVERIFY2(readFile(folder / made) == readFile(path("gpt") / original), made);
    QCOMPARE(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), std::ptrdiff_t{4});

    // A click on one of the selected rows selects only that row.
    clickRow(40);
    QTRY_COMPARE(act().text(), QStringLiteral("Restore step 40"));
}

void TestRestoreSheet::whatWasSelectedMeanwhileIsOffered() {
    clickRow(20);
    openSheet();
    type(path("first.safetensors"));
    // The end is reported only after the event loop has run.
    QTest::mouseClick(&act(), Qt::LeftButton);
    QCOMPARE(act().text(), QStringLiteral("Stop restoring"));
    clickRow(40);
    QCOMPARE(page().selectedCheckpoint()->step, 40);
    QCOMPARE(act().text(), QStringLiteral("Stop restoring"));
    QTRY_VERIFY_WITH_TIMEOUT(!act().isVisible(), patience);
    QVERIFY(says(QStringLiteral("Restored to")));
    // The row is selected already; a click still shows the button.
    clickRow(40);
    QTRY_VERIFY_WITH_TIMEOUT(act().isVisible() && act().isEnabled(), patience);
    QCOMPARE(act().text(), QStringLiteral("Restore step 40"));
    // A second click keeps the typed text.
    type(path("second.safetensors"));
    clickRow(40);
    QCOMPARE(target().text(), toQString(path("second.safetensors")));
    // The keyboard shortcut does the same.
    QTest::mouseClick(&act(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!act().isVisible(), patience);
    window_->actions().restore->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(act().isVisible() && act().isEnabled(), patience);
    QCOMPARE(act().text(), QStringLiteral("Restore step 40"));
}

void TestRestoreSheet::theSheetStaysOverTheTable() {
    window_->resize(1280, 800);
    clickRow(30);
    openSheet();
    const auto placeOf = [this](QWidget& widget) {
        return QRect(widget.mapTo(window_.get(), QPoint()), widget.size());
    };
    const auto isOverTheTable = [&] {
        return placeOf(sheet()).top() >= placeOf(*page().splitter().widget(1)).top();
    };
    QVERIFY(isOverTheTable());
    QVERIFY2(placeOf(sheet()).contains(placeOf(act())), "the button is in sight");
    // With all its texts.
    QTest::mouseClick(&weights().box(), Qt::LeftButton, {}, QPoint(8, weights().box().height() / 2));
    QTRY_VERIFY_WITH_TIMEOUT(act().isEnabled(), patience);
    QVERIFY(isOverTheTable());
    QVERIFY(placeOf(sheet()).contains(placeOf(act())));
}

void TestRestoreSheet::severalArePinnedTogether() {
    clickRow(10);
    clickRow(30, Qt::ShiftModifier);
    QCOMPARE(page().chosenCheckpoints().size(), std::size_t{3});
    QTest::keyClick(&table(), Qt::Key_P, Qt::ControlModifier);
    const auto pinned = [&] {
        return std::ranges::count_if(table().checkpoints().checkpoints(), &CheckpointRow::pinned);
    };
    QTRY_COMPARE_WITH_TIMEOUT(pinned(), 3, patience);
    QCOMPARE(page().chosenCheckpoints().size(), std::size_t{3});
    QTest::keyClick(&table(), Qt::Key_P, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(pinned(), 0, patience);
}

/// Without a window system a drag ends at once; its data exist nevertheless.
void TestRestoreSheet::aRowIsDraggedAsItsFile() {
    clickRow(30);
    const QSignalSpy begun(&window_->dragOut(), &DragOut::begun);
    QWindow* window = window_->windowHandle();
    const auto at = [&](QPoint inTable) { return table().viewport()->mapTo(window_.get(), inTable); };
    QTest::mousePress(window, Qt::LeftButton, {}, at(middleOf(30)));
    for (const int far : {4, 15, 30, 45, 60})
        QTest::mouseMove(window, at(middleOf(30) + QPoint(far, far)));
    QTRY_COMPARE_WITH_TIMEOUT(begun.count(), 1, patience);
    QTest::mouseRelease(window, Qt::LeftButton, {}, at(middleOf(30)));
    const auto urls = begun.front().front().value<QList<QUrl>>();
    QCOMPARE(urls.size(), 1);
    QCOMPARE(urls.front().fileName(), QStringLiteral("step_30.safetensors"));
    const fs::path file = toPath(urls.front().toLocalFile());
    QVERIFY(readFile(file) == readFile(path("gpt") / "step_30.safetensors"));
    QVERIFY2(page().chosenCheckpoints().size() == 1 && page().selectedCheckpoint()->step == 30,
             "passing over rows chose none of them");
    window_.reset();
    QVERIFY(!fs::exists(file.parent_path()));
}

void TestRestoreSheet::whatWasLetGoIsReadyToDrag() {
    JobRunner runner;
    DragOut drag(runner);
    const QSignalSpy begun(&drag, &DragOut::begun);
    const QSignalSpy ready(&drag, &DragOut::ready);
    clickRow(20);
    clickRow(30, Qt::ControlModifier);
    const auto rows = page().chosenCheckpoints();
    const auto pull = [&] { drag.pull(window_->session()->library(), page().run().row, rows, &table()); };
    pull();
    drag.letGo();
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, patience);
    QCOMPARE(begun.count(), 0);
    // Now the drag begins before pull() returns.
    pull();
    QCOMPARE(begun.count(), 1);
    QCOMPARE(begun.front().front().value<QList<QUrl>>().size(), 2);
}

STEPVAULT_TEST(TestRestoreSheet)

}  // namespace test_restore_sheet

#include "test_restore_sheet.moc"
