#include <semaphore>

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

#include "gui/keyboard_names.h"
#include "gui/safetensors_run.h"
#include "support/event_loop_watch.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/inside/cell_table.h"
#include "ui/inside/details_view.h"
#include "ui/inside/difference_view.h"
#include "ui/inside/inside_page.h"
#include "ui/inside/inside_rows.h"
#include "ui/restore/restore_sheet.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/theme/sizes.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/menu_choice.h"
#include "ui/widgets/segment_control.h"
#include "ui/window/main_window.h"
#include "ui/window/runs_panel.h"
#include "ui/window/window_actions.h"

namespace test_inside_page {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {
constexpr int patience = 20000;  // milliseconds
}

/// Uses clicks and keys in a window with two runs: `gpt` of four steps, `vit` of three.
class TestInsidePage : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void enterOpensTheSelectedRow();
    void doubleClickOpensTheRowUnderIt();
    void theMenuOpensItToo();
    void escapeAndButtonLeadBack();
    void tensorsAreSortedAndFiltered();
    void objectsAreListed();
    void detailsTellChainSizesAndChecklist();
    void itIsComparedWithTheStepBefore();
    void itIsComparedWithAnotherRun();
    void restoringPutsTheTableBack();
    void anotherRunLeavesIt();
    void readingStopsWithThePage();
    void stoppedReadingIsSaidAndBegunAgain();
    void unreadableStepSaysWhy();
    void everythingHasAName();
    void nothingIsCutOff_data();
    void nothingIsCutOff();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_.path()) / name; }
    RunPage& run() { return window_->runPage(); }
    InsidePage& page() { return window_->insidePage(); }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience); }
    /// Opens the inside of a step of `gpt` with Enter.
    void open(std::int64_t step);
    void choose(SegmentControl& control, const QString& text);
    void pick(MenuChoice& choice, const QString& text);
    QString idOf(std::int64_t step) {
        for (const CheckpointRow& row : run().table().checkpoints().checkpoints()) {
            if (row.step == step) return toQString(row.id);
        }
        return {};
    }
    static QStringList column(const QTableView& table, int column) {
        QStringList texts;
        for (int row = 0; row < table.model()->rowCount(); ++row)
            texts << table.model()->index(row, column).data().toString();
        return texts;
    }

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EventLoopWatch> watch_;
};

void TestInsidePage::initTestCase() {
    QVERIFY(folder_.isValid());
    test::write_run(path("gpt"), 4);
    test::write_run(path("vit"), 3);
    test::age(toPath(folder_.path()));
    auto library = test::open_library(path("vault"));
    VERIFY_OK(library);
    VERIFY_OK(test::watch_once(**library, {path("gpt"), path("vit")}));
    theme_ = std::make_unique<Theme>(*qApp);
}

void TestInsidePage::init() {
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    QFile::remove(folder_.filePath(QStringLiteral("settings.ini")));
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->resize(1280, 800);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && run().selectedCheckpoint() != nullptr, patience);
    QCOMPARE(run().run().row.name, std::string("gpt"));
}

void TestInsidePage::cleanup() {
    const QStringList waits = watch_->findings();
    watch_.reset();
    window_.reset();
    QVERIFY2(waits.isEmpty(), qPrintable(waits.join(u'\n')));
}

void TestInsidePage::open(std::int64_t step) {
    run().selectCheckpoint(idOf(step));
    run().table().setFocus();
    QTest::keyClick(&run().table(), Qt::Key_Return);
    QVERIFY(run().isInsideOpen());
    settle();
}

void TestInsidePage::choose(SegmentControl& control, const QString& text) {
    for (QToolButton* button : control.findChildren<QToolButton*>()) {
        if (button->text() != text) continue;
        QTest::mouseClick(button, Qt::LeftButton);
        return settle();
    }
    QFAIL(qPrintable(text));
}

void TestInsidePage::pick(MenuChoice& choice, const QString& text) {
    for (QAction* action : choice.menu()->actions()) {
        if (!action->text().startsWith(text)) continue;
        action->trigger();
        return settle();
    }
    QFAIL(qPrintable(text));
}

void TestInsidePage::enterOpensTheSelectedRow() {
    open(30);
    QCOMPARE(page().checkpoint().step, std::int64_t{30});
    QVERIFY(page().isVisible() && !run().table().isVisible());
    QCOMPARE(page().tensors().shownRows(), 5);
    QVERIFY(page().tensors().hasFocus());
    QVERIFY(page().findChildren<QLabel*>().front() != nullptr);
    // A later save does not take the page away.
    window_->session()->refresh();
    settle();
    QVERIFY(run().isInsideOpen());
    QCOMPARE(page().checkpoint().step, std::int64_t{30});
}

void TestInsidePage::doubleClickOpensTheRowUnderIt() {
    CheckpointTable& table = run().table();
    const QPoint at = table.visualRect(table.indexOf(idOf(20))).center();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, at);
    QVERIFY(run().isInsideOpen());
    QCOMPARE(page().checkpoint().step, std::int64_t{20});
    settle();
}

void TestInsidePage::theMenuOpensItToo() {
    QVERIFY(window_->actions().lookInside->isEnabled());
    QTest::keyClick(window_.get(), Qt::Key_I, Qt::ControlModifier);
    QVERIFY(run().isInsideOpen());
    settle();
    QCOMPARE(page().checkpoint().step, run().selectedCheckpoint()->step);
    // Several at once have no inside.
    QTest::mouseClick(&page().back(), Qt::LeftButton);
    run().table().selectAll();
    QVERIFY(!window_->actions().lookInside->isEnabled());
}

void TestInsidePage::escapeAndButtonLeadBack() {
    open(30);
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    QVERIFY(!run().isInsideOpen() && run().table().isVisible() && run().table().hasFocus());
    QCOMPARE(run().table().selected(), idOf(30));
    open(30);
    QTest::mouseClick(&page().back(), Qt::LeftButton);
    QVERIFY(!run().isInsideOpen());
    // The tabs stay: the inside is a view of the run's first page.
    open(30);
    run().showTab(1);
    QVERIFY(!page().isVisible());
    run().showTab(0);
    settle();
    QVERIFY(page().isVisible());
    QCOMPARE(page().tensors().shownRows(), 5);
}

void TestInsidePage::tensorsAreSortedAndFiltered() {
    open(40);
    CellTable& table = page().tensors();
    const QAbstractItemModelTester tester(table.model());
    table.sortByColumn(6, Qt::DescendingOrder);
    std::vector<qulonglong> bytes;
    for (int row = 0; row < table.shownRows(); ++row)
        bytes.push_back(table.model()->index(row, 6).data(CellTableModel::SortRole).toULongLong());
    QVERIFY(std::ranges::is_sorted(bytes, std::ranges::greater()));
    QVERIFY(bytes.front() > 0);
    page().filter().setFocus();
    QTest::keyClicks(&page().filter(), QStringLiteral("EXP_avg"));
    QCOMPARE(table.shownRows(), 2);
    QCOMPARE(page().count().text(), QStringLiteral("2 tensors"));
    page().filter().clear();
    QTest::keyClicks(&page().filter(), QStringLiteral("second moment"));
    QCOMPARE(column(table, 0), QStringList{QStringLiteral("optimizer.state.0.exp_avg_sq")});
    // A scalar and an integer have their places as well.
    page().filter().clear();
    QCOMPARE(column(table, 3).filter(QStringLiteral("scalar")).size(), 1);
}

void TestInsidePage::objectsAreListed() {
    open(40);
    choose(page().views(), QStringLiteral("Objects"));
    QVERIFY(page().objects().isVisible());
    QCOMPARE(column(page().objects(), 0), QStringList{QStringLiteral("format")});
    QCOMPARE(column(page().objects(), 1), QStringList{QStringLiteral("'pt'")});
}

void TestInsidePage::detailsTellChainSizesAndChecklist() {
    open(40);
    choose(page().views(), QStringLiteral("Resume and storage"));
    DetailsView& details = page().details();
    QVERIFY(details.isVisible() && !page().filter().isVisible());
    QCOMPARE(column(details.checklist(), 0).front(), QStringLiteral("Weights"));
    QCOMPARE(column(details.checklist(), 1).front(), QStringLiteral("there"));
    QCOMPARE(column(details.checklist(), 2).back(), QStringLiteral("40"));
    const QStringList steps = column(details.chain(), 0);
    QCOMPARE(steps.front(), QStringLiteral("40"));
    QCOMPARE(steps.back(), QStringLiteral("10"));
    QCOMPARE(column(details.chain(), 1).back(), QStringLiteral("base"));
    // The parts are the whole step file.
    qulonglong bytes = 0;
    for (int row = 0; row < details.sizes().shownRows(); ++row)
        bytes += details.sizes().model()->index(row, 1).data(CellTableModel::SortRole).toULongLong();
    QCOMPARE(bytes, qulonglong{run().selectedCheckpoint()->stored_bytes});
    QVERIFY(!details.imports().isVisible());
}

void TestInsidePage::itIsComparedWithTheStepBefore() {
    open(30);
    choose(page().views(), QStringLiteral("Difference"));
    DifferenceView& view = page().difference();
    QVERIFY(view.checkpoint().shownText().startsWith(QStringLiteral("step 20")));
    QCOMPARE(view.tensors().shownRows(), 5);
    QVERIFY2(view.sentence().text().contains(QStringLiteral("tensors changed")),
             qPrintable(view.sentence().text()));
    QVERIFY(view.sentence().text().contains(QStringLiteral("relative error")));
    // The same figures as those of the engine.
    const auto library = window_->session()->library();
    const auto found = library->queries().difference({run().run().row.id, idOf(20).toStdString(), {}},
                                                     {run().run().row.id, idOf(30).toStdString(), {}}, {});
    VERIFY_OK(found);
    const auto order = by_relative_change(found->tensors);
    QCOMPARE(column(view.tensors(), 0).front(), toQString(found->tensors[order.front()].name));
    QCOMPARE(column(view.tensors(), 4).front(), figureText(found->tensors[order.front()].figures.change));
    choose(view.parts(), QStringLiteral("By role"));
    QCOMPARE(column(view.totals(), 0).back(), QStringLiteral("all"));
    QCOMPARE(column(view.totals(), 5).back(), figureText(found->all.figures.relative));
    choose(view.parts(), QStringLiteral("Values"));
    QCOMPARE(view.values().shownRows(), 0);
    // Another step of the run.
    choose(view.parts(), QStringLiteral("By tensor"));
    const QString before = view.sentence().text();
    pick(view.checkpoint(), QStringLiteral("step 10"));
    QVERIFY(view.sentence().text() != before);
    page().filter().setFocus();
    QTest::keyClicks(&page().filter(), QStringLiteral("exp_avg_sq"));
    QCOMPARE(view.tensors().shownRows(), 1);
}

void TestInsidePage::itIsComparedWithAnotherRun() {
    open(30);
    choose(page().views(), QStringLiteral("Difference"));
    DifferenceView& view = page().difference();
    pick(view.run(), QStringLiteral("vit"));
    QVERIFY(view.checkpoint().shownText().startsWith(QStringLiteral("step 30")));
    // Both runs are the same training, stored by the same rule.
    QVERIFY2(view.sentence().text().startsWith(QStringLiteral("No tensor and no value differs.")),
             qPrintable(view.sentence().text()));
    QCOMPARE(column(view.tensors(), 2), QStringList(5, QStringLiteral("same")));
}

void TestInsidePage::restoringPutsTheTableBack() {
    open(30);
    window_->actions().restore->trigger();
    QVERIFY(run().isSheetOpen() && !run().isInsideOpen() && run().table().isVisible());
    settle();
    // Escape closes one after the other.
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    QVERIFY(!run().isSheetOpen());
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    QVERIFY(run().table().isVisible());
}

void TestInsidePage::anotherRunLeavesIt() {
    open(30);
    window_->runsPanel().view()->setCurrentIndex(window_->runsPanel().view()->model()->index(0, 0));
    RunsPanel& panel = window_->runsPanel();
    emit panel.runSelected(toQString(window_->session()->library()->queries().run("vit")->row.id));
    QTRY_COMPARE_WITH_TIMEOUT(run().run().row.name, std::string("vit"), patience);
    QVERIFY(!run().isInsideOpen());
    settle();
}

void TestInsidePage::readingStopsWithThePage() {
    run().selectCheckpoint(idOf(40));
    run().table().setFocus();
    QTest::keyClick(&run().table(), Qt::Key_Return);
    QVERIFY(page().empty().isVisible());
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    QVERIFY(page().isSettled());
    // It is read anew.
    open(40);
    QCOMPARE(page().tensors().shownRows(), 5);
}

void TestInsidePage::stoppedReadingIsSaidAndBegunAgain() {
    const CheckpointRow row = *run().selectedCheckpoint();
    const auto library = window_->session()->library();
    JobRunner runner;
    InsidePage alone(*theme_, runner);
    alone.show();
    // The work before it in its lane waits, so that it cannot be read before it is stopped.
    auto gate = std::make_shared<std::binary_semaphore>(0);
    runner.start(
        Lane::decoding, this,
        [gate](const JobContext&) {
            gate->acquire();
            return 0;
        },
        [](int) {});
    alone.open(library, run().run().row, row);
    runner.cancelAll(Lane::decoding);
    gate->release();
    QTRY_VERIFY_WITH_TIMEOUT(alone.isSettled(), patience);
    QVERIFY(alone.empty().isVisible());
    auto* again = alone.empty().findChild<QPushButton*>();
    QVERIFY(again->isVisible());
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(alone.isSettled(), patience);
    QVERIFY(alone.tensors().isVisible());
    QCOMPARE(alone.tensors().shownRows(), 5);
}

void TestInsidePage::unreadableStepSaysWhy() {
    const fs::path file =
        step_path(steps_folder(path("vault") / "runs" / run().run().row.id), idOf(40).toStdString());
    const std::string whole = readFile(file);
    test::write_text(file, whole.substr(0, whole.size() / 2));
    const QString id = idOf(40);
    run().selectCheckpoint(id);
    run().table().setFocus();
    QTest::keyClick(&run().table(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(page().isSettled(), patience);
    QVERIFY(page().empty().isVisible() && !page().tensors().isVisible());
    auto* again = page().empty().findChild<QPushButton*>();
    QVERIFY(again->isVisible());
    test::write_text(file, whole);
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page().isSettled(), patience);
    QCOMPARE(page().tensors().shownRows(), 5);
}

void TestInsidePage::everythingHasAName() {
    open(40);
    for (const char* view : {"Tensors", "Objects", "Resume and storage", "Difference"}) {
        choose(page().views(), QString::fromLatin1(view));
        VERIFY_ALL_NAMED(page());
    }
}

void TestInsidePage::nothingIsCutOff_data() {
    QTest::addColumn<QString>("language");
    for (const char* language : {"en", "de", "zh_CN"})
        QTest::newRow(language) << QString::fromLatin1(language);
}

void TestInsidePage::nothingIsCutOff() {
    QFETCH(QString, language);
    QTranslator words;
    const QString file = QStringLiteral(STEPVAULT_BINARY_DIR "/app/gui/stepvault_%1.qm").arg(language);
    if (language != QLatin1String("en"))
        QVERIFY(words.load(file) && QCoreApplication::installTranslator(&words));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->resize(900, 600);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && run().selectedCheckpoint() != nullptr, patience);
    open(40);
    QCOMPARE(window_->size(), QSize(900, 600));
    const QList<QToolButton*> views = page().views().findChildren<QToolButton*>();
    QCOMPARE(views.size(), 4);
    for (QToolButton* view : views) {
        QTest::mouseClick(view, Qt::LeftButton);
        settle();
        for (QTableView* table : page().findChildren<QTableView*>()) {
            for (int column = 0; table->isVisible() && column < table->model()->columnCount(); ++column) {
                QFont caption = table->font();
                caption.setPixelSize(captionPixels);
                const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
                const int padding = 16;  // of the style sheet
                QVERIFY2(
                    table->columnWidth(column) >= QFontMetrics(caption).horizontalAdvance(title) + padding,
                    qPrintable(title));
            }
        }
        for (QWidget* widget : page().findChildren<QWidget*>()) {
            const bool isText = qobject_cast<QToolButton*>(widget) != nullptr ||
                                qobject_cast<QPushButton*>(widget) != nullptr;
            if (!isText || !widget->isVisible()) continue;
            const auto* choice = qobject_cast<MenuChoice*>(widget);
            const QSize least = choice != nullptr ? choice->minimumSizeHint() : widget->sizeHint();
            QVERIFY2(widget->width() >= least.width() && widget->height() >= least.height(),
                     qPrintable(widget->property("text").toString()));
            const QRect place(widget->mapTo(&page(), QPoint()), widget->size());
            QVERIFY2(page().rect().contains(place), qPrintable(widget->property("text").toString()));
        }
    }
}

STEPVAULT_TEST(TestInsidePage)

}  // namespace test_inside_page

#include "test_inside_page.moc"
