#include <cmath>
#include <cstring>
#include <iterator>

#include <QClipboard>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>

#include "base/atomic_file.h"
#include "gui/safetensors_run.h"
#include "support/event_loop_watch.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/charts/plot_view.h"
#include "ui/cluster/cluster_wish.h"
#include "ui/help/guide_browser.h"
#include "ui/help/guide_window.h"
#include "ui/restore/restore_sheet.h"
#include "ui/run/chart_card.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/vault/space_card.h"
#include "ui/vault/vault_page.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels_line.h"
#include "ui/widgets/note_editor.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/runs_panel.h"
#include "ui/window/shortcut_list.h"
#include "ui/window/window_actions.h"

namespace test_main_window {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

/// Uses a vault that the engine made from a run's files.
class TestMainWindow : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void runsAndRowsAppear();
    void sizesAgreeEverywhere();
    void selectionIsShared();
    void pinIsKeptInTheVault();
    void noteIsKeptInTheVault();
    void noteThatIsRefusedStaysOpen();
    void restoreWritesTheFile();
    void existingTargetIsReplacedOnlyByName();
    void keyboardStaysByTheSheet();

    void newWorkShowsByItself();
    void addedFolderIsWatchedAndRemembered();
    void openingNoVaultTellsTheWayOut();
    void demoRunsAndCloses();
    void themeSwitches();
    void logAndTagSwitch();
    void everyButtonHasAName();
    void keysAreListed();
    void theGuideOpensByItsKey();
    void versionsAreCopied();
    void filterSaysWhenNothingMatches();
    void clusterIsThereForAReason();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_.path()) / name; }
    void openVault();
    /// Opens the sheet for a step and types a target.
    void openSheet(std::int64_t step, const fs::path& target);
    QPushButton* actButton() {
        return window_->runPage().sheet().findChild<QPushButton*>(QStringLiteral("restoreAct"));
    }
    [[nodiscard]] QString idOf(std::int64_t step);

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EventLoopWatch> watch_;
};

void TestMainWindow::initTestCase() {
    QVERIFY(folder_.isValid());
    writeRun(path("gpt"), 100);
    auto library = test::open_library(path("vault"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    const Status status = test::watch_once(**library, {path("gpt")}, SchemeChoice{.exact_base = true});
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().message.c_str());
    theme_ = std::make_unique<Theme>(*qApp);
}

void TestMainWindow::init() {
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("Logarithms|QObject|QPainter|QLayout|QWidget")));
    theme_->setMode(ThemeMode::light);
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void TestMainWindow::cleanup() {
    const QStringList waits = watch_->findings();
    watch_.reset();
    window_.reset();
    QVERIFY2(waits.isEmpty(), qPrintable(waits.join(u'\n')));
}

void TestMainWindow::openVault() {
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->runPage().selectedCheckpoint() != nullptr,
                             patience);
    window_->runPage().chart().plot().flush();
}

QString TestMainWindow::idOf(std::int64_t step) {
    for (const CheckpointRow& row : window_->runPage().table().checkpoints().checkpoints()) {
        if (row.step == step) return toQString(row.id);
    }
    return {};
}

void TestMainWindow::openSheet(std::int64_t step, const fs::path& target) {
    window_->runPage().selectCheckpoint(idOf(step));
    window_->actions().restore->trigger();
    QVERIFY(window_->runPage().isSheetOpen());
    auto* field = window_->runPage().sheet().findChild<QLineEdit*>();
    QTRY_VERIFY_WITH_TIMEOUT(!field->text().isEmpty(), patience);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, toQString(target));
    QTRY_VERIFY_WITH_TIMEOUT(actButton()->isEnabled(), patience);
}

void TestMainWindow::runsAndRowsAppear() {
    openVault();
    QStringList names;
    RunListModel& runs = window_->runsPanel().model();
    for (int i = 0; i < runs.rowCount(); ++i)
        names << runs.index(i).data().toString();
    QCOMPARE(names.size(), 2);
    QCOMPARE(names.last(), QStringLiteral("gpt"));
    QAbstractItemModel* rows = window_->runPage().table().model();
    QCOMPARE(rows->rowCount(), 5);
    QCOMPARE(rows->index(0, CheckpointModel::Step).data().toString(), QStringLiteral("100"));
    QCOMPARE(rows->index(0, CheckpointModel::Loss).data().toString(), formatLoss(lossAt(100)));
    QCOMPARE(rows->index(4, CheckpointModel::RelativeError).data().toString(), QStringLiteral("0"));
    const PlotModel& plot = window_->runPage().chart().plot().model();
    QCOMPARE(plot.curve().size(), std::size_t{100});
    QVERIFY(std::fabs(plot.curve().back().y - lossAt(100)) < 1e-4);
    QCOMPARE(plot.marks().size(), std::size_t{5});
    QVERIFY(plot.marks().front().key);
    QVERIFY(window_->windowTitle().contains(QStringLiteral("gpt")));
}

void TestMainWindow::sizesAgreeEverywhere() {
    openVault();
    const RunInfo& run = window_->runPage().run();
    const QString stored = formatBytes(run.stored_bytes);
    const QString ratio = formatRatio(run.original_bytes, run.stored_bytes);
    std::uint64_t steps = 0;
    for (const CheckpointRow& row : window_->runPage().checkpoints())
        steps += row.stored_bytes;
    QCOMPARE(run.step_bytes, steps);
    QVERIFY(run.stored_bytes > run.step_bytes);
    const QString foot = window_->runPage().findChild<ElidedLabel*>(QStringLiteral("sizes"))->fullText();
    const QString head = window_->runPage().findChild<QLabel*>(QStringLiteral("saved"))->text();
    for (const QString& text : {foot, head}) {
        QVERIFY2(text.contains(stored), qPrintable(text));
        QVERIFY2(text.contains(ratio), qPrintable(text));
    }
    QVERIFY2(foot.contains(formatBytes(steps)), qPrintable(foot));
    const RunListModel& runs = window_->runsPanel().model();
    const QString id = toQString(run.row.id);
    QCOMPARE(runs.indexOf(id).data(RunListModel::BytesRole).toString(),
             QStringLiteral("%1, %2 · step 100").arg(stored, ratio));
    window_->showPage(QStringLiteral("vault"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    const QAbstractItemModel& space = *window_->vaultPage().space().findChild<QTableView*>()->model();
    const auto isOfRun = [&](int row) {
        return space.index(row, SpaceModel::Run).data().toString() == toQString(run.row.name);
    };
    int row = 0;
    while (row < space.rowCount() && !isOfRun(row))
        ++row;
    QCOMPARE(space.index(row, SpaceModel::Stored).data().toString(), stored);
    QCOMPARE(space.index(row, SpaceModel::Ratio).data().toString(), ratio);
}

void TestMainWindow::selectionIsShared() {
    openVault();
    CheckpointTable& table = window_->runPage().table();
    PlotView& plot = window_->runPage().chart().plot();
    QCOMPARE(plot.selectedMark(), idOf(100));

    const QModelIndex row = table.indexOf(idOf(60));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(row).center());
    QCOMPARE(plot.selectedMark(), idOf(60));
    QVERIFY(window_->actions().restore->isEnabled());

    QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, plot.markPosition(idOf(20)));
    QCOMPARE(table.selected(), idOf(20));
    QCOMPARE(window_->runPage().selectedCheckpoint()->step, 20);

    QTest::mouseMove(plot.viewport(), plot.markPosition(idOf(40)));
    QTRY_COMPARE(plot.hoveredMark(), idOf(40));
    emit table.checkpointHovered(idOf(60));
    QCOMPARE(plot.hoveredMark(), idOf(60));
}

void TestMainWindow::noteIsKeptInTheVault() {
    openVault();
    LabelsLine& labels = window_->runPage().labels();
    QPlainTextEdit& text = labels.editor().field();
    const auto library = window_->session()->library();
    const auto kept = [&] { return QString::fromStdString(library->queries().run("gpt")->row.labels.note); };
    QCOMPARE(labels.noteButton().text(), QStringLiteral("Add note"));
    QCOMPARE(labels.tagsText(), QString());
    const auto open = [&] {
        QTest::mouseClick(&labels.noteButton(), Qt::LeftButton);
        return QTest::qWaitForWindowExposed(&labels.editor());
    };
    // Esc leaves the note as it was.
    QVERIFY(open());
    QTest::keyClicks(&text, QStringLiteral("unwanted"));
    QTest::keyClick(&text, Qt::Key_Escape);
    QVERIFY(labels.editor().isHidden());
    // Enter stores it.
    QVERIFY(open());
    QCOMPARE(text.toPlainText(), QString());
    QTest::keyClicks(&text, QStringLiteral("rate of the paper"));
    QTest::keyClick(&text, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(&text, QStringLiteral("<b>second</b> line"));
    QTest::keyClick(&text, Qt::Key_Return);
    QVERIFY(labels.editor().isHidden());
    const QString note = QStringLiteral("rate of the paper\n<b>second</b> line");
    QTRY_COMPARE_WITH_TIMEOUT(kept(), note, patience);
    QTRY_VERIFY_WITH_TIMEOUT(labels.noteButton().text().startsWith(QStringLiteral("rate")), patience);
    QVERIFY(!labels.noteButton().toolTip().contains(QStringLiteral("<b>")));
    // A click beside it stores it as well.
    QVERIFY(open());
    QCOMPARE(text.toPlainText(), note);
    text.selectAll();
    QTest::keyClicks(&text, QStringLiteral("shorter"));
    QTest::mouseClick(&labels.editor(), Qt::LeftButton, {}, QPoint(-20, -20));
    QVERIFY(labels.editor().isHidden());
    QTRY_COMPARE_WITH_TIMEOUT(kept(), QStringLiteral("shorter"), patience);
    // The rest of the labels is shown, whoever set it.
    const auto tagged =
        library->maintenance().change_labels("gpt", {.add_tags = {"v2", "baseline"}, .favourite = true});
    QVERIFY(tagged.ok());
    QTRY_COMPARE_WITH_TIMEOUT(labels.tagsText(), QStringLiteral("Favourite · baseline · v2"), patience);
    QVERIFY(library->maintenance()
                .change_labels("gpt", {.note = "", .remove_tags = {"v2", "baseline"}, .favourite = false})
                .ok());
    QTRY_COMPARE_WITH_TIMEOUT(labels.noteButton().text(), QStringLiteral("Add note"), patience);
}

void TestMainWindow::noteThatIsRefusedStaysOpen() {
    openVault();
    LabelsLine& labels = window_->runPage().labels();
    NoteEditor& editor = labels.editor();
    QTest::mouseClick(&labels.noteButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitForWindowExposed(&editor));
    editor.field().setPlainText(QString(70000, u'x'));
    QTest::keyClick(&editor.field(), Qt::Key_Return);
    QVERIFY(editor.isVisible());
    QVERIFY(editor.findChild<QLabel*>()->text().contains(QStringLiteral("64 KiB")));
    editor.field().setPlainText(QStringLiteral("fits"));
    // A record that cannot be read takes no note, and the window says so.
    const auto id = window_->session()->library()->queries().run("gpt")->row.id;
    const fs::path record = path("vault") / "runs" / id / "run.json";
    const std::string sound = test::read_text(record);
    test::write_text(record, "{");
    const auto restore = qScopeGuard([&] { test::write_text(record, sound); });
    QTest::keyClick(&editor.field(), Qt::Key_Return);
    QVERIFY(!editor.isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(window_->notice().isVisible(), patience);
}

void TestMainWindow::pinIsKeptInTheVault() {
    openVault();
    CheckpointTable& table = window_->runPage().table();
    const QString id = idOf(60);
    const auto scheme = [&] { return table.indexOf(id, CheckpointModel::Scheme).data().toString(); };
    const auto isPinned = [&] {
        const auto run = window_->session()->library()->queries().run("gpt");
        const auto rows = window_->session()->library()->queries().checkpoints(run->row.id);
        return std::ranges::find(*rows, id.toStdString(), &CheckpointRow::id)->pinned;
    };
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.indexOf(id)).center());
    QVERIFY(!window_->actions().pin->isChecked());
    QTest::keyClick(&table, Qt::Key_P, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(scheme().endsWith(QStringLiteral(", pinned")), patience);
    QVERIFY(isPinned());
    QVERIFY(window_->actions().pin->isChecked());
    QTest::keyClick(&table, Qt::Key_P, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!scheme().contains(QStringLiteral("pinned")), patience);
    QVERIFY(!isPinned());
}

void TestMainWindow::restoreWritesTheFile() {
    openVault();
    const fs::path target = path("restored-20.safetensors");
    openSheet(20, target);
    QCOMPARE(actButton()->text(), QStringLiteral("Restore step 20"));
    QTest::mouseClick(actButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(target), patience);
    // The base is stored exactly.
    QVERIFY(readFile(target) == safetensorsBytes(20, 20000));
    QTRY_VERIFY_WITH_TIMEOUT(!actButton()->isVisible(), patience);

    const fs::path later = path("restored-100.safetensors");
    openSheet(100, later);
    QTest::mouseClick(actButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(later), patience);
    const std::string original = safetensorsBytes(100, 20000);
    const std::string restored = readFile(later);
    QCOMPARE(restored.size(), original.size());
    QVERIFY2(restored.substr(0, 80) == original.substr(0, 80), "the header is kept to the byte");
    float worst = 0;
    for (std::size_t at = original.size() - 80000; at < original.size(); at += 4) {
        float a = 0;
        float b = 0;
        std::memcpy(&a, original.data() + at, 4);
        std::memcpy(&b, restored.data() + at, 4);
        worst = std::max(worst, std::fabs(a - b));
    }
    QVERIFY(worst < 0.02F);
}

void TestMainWindow::existingTargetIsReplacedOnlyByName() {
    openVault();
    const fs::path target = path("there.safetensors");
    writeFile(target, "something else");
    openSheet(20, target);
    QCOMPARE(actButton()->text(), QStringLiteral("Replace with step 20"));
    QCOMPARE(readFile(target), std::string("something else"));
    QTest::mouseClick(actButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(readFile(target) == safetensorsBytes(20, 20000), patience);
}

void TestMainWindow::keyboardStaysByTheSheet() {
    openVault();
    window_->activateWindow();
    CheckpointTable& table = window_->runPage().table();
    const QWidget& sheet = window_->runPage().sheet();
    const fs::path target = path("by-keys.safetensors");
    openSheet(20, target);
    // Enter starts the restore; the field is disabled while it runs, and the button once it is done.
    QTest::keyClick(window_->focusWidget(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!actButton()->isVisible(), patience);
    QVERIFY(fs::exists(target));
    QVERIFY2(sheet.isAncestorOf(window_->focusWidget()), window_->focusWidget()->metaObject()->className());
    QTest::keyClick(window_->focusWidget(), Qt::Key_Escape);
    QVERIFY(!sheet.isVisible());
    QCOMPARE(window_->focusWidget(), &table);
    // The same with the focus on the button.
    openSheet(40, path("by-keys-2.safetensors"));
    actButton()->setFocus();
    QTest::keyClick(actButton(), Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(!actButton()->isVisible(), patience);
    QVERIFY2(sheet.isAncestorOf(window_->focusWidget()), window_->focusWidget()->metaObject()->className());
}

void TestMainWindow::newWorkShowsByItself() {
    openVault();
    window_->runPage().selectCheckpoint(idOf(40));
    // Simulates another process by a second library.
    auto other = test::open_library(path("vault"), LocalVault::Mode::existing);
    QVERIFY(other.ok());
    writeFile(path("gpt") / stepName(120), safetensorsBytes(120, 20000));
    IngestRequest request;
    request.paths = {path("gpt") / stepName(120)};
    request.run = "gpt";
    const auto filed = (*other)->watcher().ingest(request, {});
    QVERIFY2(filed.ok(), filed.ok() ? "" : filed.error().message.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(!idOf(120).isEmpty(), patience);
    QVERIFY2(window_->runPage().selectedCheckpoint()->step == 40, "the user's selection stays");
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().chart().plot().model().marks().size(), std::size_t{6},
                              patience);
}

void TestMainWindow::addedFolderIsWatchedAndRemembered() {
    writeRun(path("second"), 40);
    window_->openVault(path("another-vault"), LocalVault::Mode::create);
    window_->addRunFolders({path("second")});
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().table().model()->rowCount(), 2, patience);
    QCOMPARE(window_->runPage().chart().plot().model().curve().size(), std::size_t{40});
    QVERIFY(settings_->watchedFolders(path("another-vault")) == std::vector<fs::path>{path("second")});
    QVERIFY(settings_->recentVaults().front() == path("another-vault"));
    // After a restart the runs are shown again, with a new checkpoint.
    window_.reset();
    settings_.reset();
    init();
    window_->openVault(path("another-vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->runPage().selectedCheckpoint() != nullptr, patience);
    writeFile(path("second") / stepName(60), safetensorsBytes(60, 20000));
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().table().model()->rowCount(), 3, patience);
}

void TestMainWindow::openingNoVaultTellsTheWayOut() {
    fs::create_directory(path("plain"));
    window_->openVault(path("plain"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->notice().text().contains(QStringLiteral("holds no vault yet")),
                             patience);
    QVERIFY(fs::is_empty(path("plain")));
    QTest::mouseClick(window_->notice().findChild<QPushButton*>(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(path("plain") / "vault.json"), patience);
}

void TestMainWindow::demoRunsAndCloses() {
    window_->startDemo(path("demos"));
    QTRY_VERIFY_WITH_TIMEOUT(!window_->runPage().chart().plot().model().curve().empty(), patience);
    QVERIFY(fs::exists(path("demos") / "1" / "demo" / "metrics.jsonl"));
    // The training takes a minute; closing does not wait for it.
    window_->close();
    window_.reset();
    for (const auto& entry : fs::recursive_directory_iterator(path("demos")))
        QVERIFY2(!is_temporary_name(entry.path().filename().native()), entry.path().c_str());
}

void TestMainWindow::themeSwitches() {
    openVault();
    const auto ground = [this] { return window_->grab().toImage().pixelColor(3, window_->height() - 60); };
    QCOMPARE(ground(), lightTokens().window);
    window_->actions().themeAction(ThemeMode::dark)->trigger();
    QCOMPARE(ground(), darkTokens().window);
    QVERIFY(settings_->themeMode() == ThemeMode::dark);
    QStringList shown;
    for (const QToolButton* button : window_->findChildren<QToolButton*>())
        shown << button->text();
    QVERIFY2(shown.contains(QStringLiteral("Add folder")), qPrintable(shown.join(u'|')));
    QVERIFY2(shown.filter(QStringLiteral("Restore step")).size() == 1, qPrintable(shown.join(u'|')));
    window_->actions().themeAction(ThemeMode::light)->trigger();
    QCOMPARE(ground(), lightTokens().window);
}

void TestMainWindow::logAndTagSwitch() {
    openVault();
    PlotView& plot = window_->runPage().chart().plot();
    for (QToolButton* button : window_->runPage().chart().findChildren<QToolButton*>()) {
        if (button->text() == QStringLiteral("Log")) QTest::mouseClick(button, Qt::LeftButton);
    }
    QVERIFY(plot.model().scale() == AxisScale::log);
    emit window_->runPage().tagChosen(QStringLiteral("lr"));
    QTRY_COMPARE_WITH_TIMEOUT(plot.model().curve().front().y, 0.001, patience);
}

void TestMainWindow::everyButtonHasAName() {
    openVault();
    for (const QAbstractButton* button : window_->findChildren<QAbstractButton*>()) {
        // The keyboard does not reach Qt's own parts (a table's corner, a line edit's icon).
        if (button->focusPolicy() == Qt::NoFocus || !button->isVisibleTo(window_.get())) continue;
        const bool named = !button->accessibleName().isEmpty() || !button->text().isEmpty();
        QVERIFY2(named,
                 qPrintable(button->parentWidget()->objectName() + QLatin1Char(' ') + button->toolTip()));
    }
    QVERIFY(!window_->runPage().chart().plot().accessibleName().isEmpty());
}

void TestMainWindow::keysAreListed() {
    window_->actions().shortcuts->trigger();
    auto* list = window_->findChild<ShortcutList*>();
    QVERIFY(list != nullptr && list->isVisible());
    const auto* table = list->findChild<QTableWidget*>();
    QStringList keys;
    for (int row = 0; row < table->rowCount(); ++row) {
        keys << table->item(row, 0)->text();
        QVERIFY(!table->item(row, 1)->text().isEmpty());
    }
    for (const char* key :
         {"Ctrl+R", "Ctrl+E", "Ctrl+N", "Ctrl+O", "Ctrl+F", "Ctrl+0", "Ctrl+L", "F5", "Esc", "F1"})
        QVERIFY2(keys.contains(QLatin1String(key)), key);
    QCOMPARE(keys.size(), QSet<QString>(keys.begin(), keys.end()).size());
    list->activateWindow();
    QTRY_VERIFY(QApplication::activeWindow() == list);
    QTest::keyClick(list, Qt::Key_Escape);
    QTRY_VERIFY(window_->findChild<ShortcutList*>() == nullptr);
}

void TestMainWindow::theGuideOpensByItsKey() {
    window_->activateWindow();
    QTRY_VERIFY(QApplication::activeWindow() == window_.get());
    QTest::keyClick(window_.get(), Qt::Key_F1);
    auto* guide = window_->findChild<GuideWindow*>();
    QVERIFY(guide != nullptr && guide->isVisible());
    // It speaks of the page that is shown, and follows.
    const auto section = [guide] {
        const GuideBrowser& browser = guide->browser();
        const int top = browser.cursorRect().top();
        return top >= 0 && top < 60 ? browser.textCursor().block().text() : QString::number(top);
    };
    openVault();
    QTest::mouseClick(window_->findChild<QToolButton*>(QStringLiteral("guide")), Qt::LeftButton);
    QCOMPARE(section(), QStringLiteral("Run"));
    window_->showPage(QStringLiteral("metrics"));
    window_->actions().guide->trigger();
    QCOMPARE(section(), QStringLiteral("Metrics"));
    // The action shows the same window again.
    window_->actions().guide->trigger();
    QCOMPARE(window_->findChildren<GuideWindow*>().size(), 1);
    guide->activateWindow();
    QTRY_VERIFY(QApplication::activeWindow() == guide);
    QTest::keyClick(guide, Qt::Key_Escape);
    QTRY_VERIFY(window_->findChild<GuideWindow*>() == nullptr);
}

void TestMainWindow::versionsAreCopied() {
    window_->actions().about->trigger();
    auto* box = window_->findChild<QMessageBox*>();
    QVERIFY(box != nullptr);
    for (QAbstractButton* button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::ActionRole) QTest::mouseClick(button, Qt::LeftButton);
    }
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(QStringLiteral(STEPVAULT_VERSION)) &&
                 copied.contains(QString::fromLatin1(qVersion())),
             qPrintable(copied));
    QTRY_VERIFY(window_->findChild<QMessageBox*>() == nullptr);
}

void TestMainWindow::filterSaysWhenNothingMatches() {
    openVault();
    QLineEdit* filter = nullptr;
    for (QLineEdit* field : window_->findChildren<QLineEdit*>()) {
        if (field->accessibleName() == QStringLiteral("Filter runs")) filter = field;
    }
    QVERIFY(filter != nullptr);
    const int all = window_->runsPanel().model().rowCount();
    const auto isTold = [this] {
        for (const QLabel* label : window_->runsPanel().findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().startsWith(QLatin1String("No run matches"))) return true;
        }
        return false;
    };
    QVERIFY(!isTold());
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("nobody"));
    QCOMPARE(window_->runsPanel().model().rowCount(), 0);
    QVERIFY(isTold());
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(filter->text().isEmpty());
    QCOMPARE(window_->runsPanel().model().rowCount(), all);
    QVERIFY(!isTold());
}

void TestMainWindow::clusterIsThereForAReason() {
    constexpr int cluster = 4;
    const QByteArray oldPath = qgetenv("PATH");
    const auto restorePath = qScopeGuard([&] { qputenv("PATH", oldPath); });
    const auto show = [&] {
        window_.reset();
        window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
        window_->show();
        openVault();
        return window_->runPage().tabs().isTabVisible(cluster);
    };
    // This machine starts no programs on several nodes, and one process wrote the run's checkpoints.
    qputenv("PATH", folder_.path().toUtf8());
    QVERIFY(!show());
    QVERIFY(!window_->actions().cluster->isChecked());
    window_->runPage().showTab(3);
    window_->actions().nextTab->trigger();
    QCOMPARE(window_->runPage().currentTab(), 3);
    // The user asks for it, then the next window has it, too.
    window_->actions().cluster->trigger();
    QVERIFY(window_->runPage().tabs().isTabVisible(cluster));
    QCOMPARE(window_->runPage().currentTab(), cluster);
    QVERIFY(show());
    window_->showPage(QStringLiteral("cluster"));
    window_->actions().cluster->trigger();
    QCOMPARE(window_->runPage().currentTab(), 0);
    QVERIFY(!show());
    // MPI does not bring it back against the user's will, a command does for this time.
    const fs::path mpirun = path("mpirun");
    writeFile(mpirun, "#!/bin/sh\n");
    fs::permissions(mpirun, fs::perms::owner_all);
    QVERIFY(hasMpi());
    QVERIFY(!show());
    window_->showPage(QStringLiteral("cluster"));
    QCOMPARE(window_->runPage().currentTab(), cluster);
    // Without a choice of the user, MPI is reason enough, as are checkpoints of several ranks.
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("undecided.ini")));
    QVERIFY(show());
    std::vector<CheckpointRow> rows = window_->runPage().checkpoints();
    QVERIFY(!areOfSeveralRanks(rows));
    rows.front().format = "torch-distributed";
    QVERIFY(areOfSeveralRanks(rows));
    window_.reset();
}

STEPVAULT_TEST(TestMainWindow)

}  // namespace test_main_window

#include "test_main_window.moc"
