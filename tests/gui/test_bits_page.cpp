#include <semaphore>

#include <QAbstractItemModelTester>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "base/file_lock.h"
#include "gui/keyboard_names.h"
#include "gui/safetensors_run.h"
#include "support/watched_library.h"
#include "ui/bits/bits_controls.h"
#include "ui/bits/error_color.h"
#include "ui/bits/error_map.h"
#include "ui/bits/error_reader.h"
#include "ui/bits/exceptions_line.h"
#include "ui/bits/exponent_chart.h"
#include "ui/bits/figures_card.h"
#include "ui/bits/rate_chart.h"
#include "ui/bits/recode_line.h"
#include "ui/bits/recode_words.h"
#include "ui/bits/tensor_bits_card.h"
#include "ui/bits/twin_card.h"
#include "ui/pages/bits_page.h"
#include "ui/pages/menu_choice.h"
#include "ui/pages/segment_control.h"
#include "ui/text/format.h"
#include "ui/text/role_words.h"
#include "ui/theme/theme.h"
#include "ui/window/activity_strip.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "vault/vault_paths.h"

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

}  // namespace

/// On vaults that the engine made from runs' files, which have gone.
class TestBitsPage : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void figuresAreTheEngines();
    void sliderMovesPointBarsAndTable();
    void adaptiveIsKnownWhereStored();
    void scarIsWorkedOutOnce();
    void scarIsStoppedAndWorkedOutAgain();
    void chartsHaveTables();
    void tableIsSorted();
    void headersStandOverTheirCells();
    void settingIsUsedFromNowOn();
    void exceptionIsMadeForTheChosenRow();
    void exceptionByNameAndItsRemoval();
    void errorsAreMappedByStep();
    void errorsOfAGrowingRunAreTold();
    void recodingIsShownThenDone();
    void runSizeWithExceptionsIsWhatRecodingGives();
    void chipsAreInTheirPlacesAtOnce();
    void wideFiguresCutNothing();
    void stillMomentsAreExplained();
    void recodingThatSavesNothingSaysSo();
    void recodingThatChangesNothingIsNotOffered();
    void recodingIsLeftOrStopped();
    void recodingIsOfferedForWhatIsStoredNow();
    void recodingWaitsForOtherPrograms();
    void recodingIsAJobOfTheWindow();
    void exactRunIsTriedOut();
    void runWithoutLossOffersTheNextStep();
    void everythingHasAName();

 private:
    void makeRun(const char* name, const SchemeChoice& choice, RunSnapshot& run);
    /// Weights, an embedding and moments, `first` to `last`; the originals stay until they are removed.
    RunSnapshot train(const char* name, const SchemeChoice& choice, int first, int last);
    [[nodiscard]] RunSnapshot snapshot(const char* name);
    [[nodiscard]] std::map<std::string, std::string> stepFiles(const RunSnapshot& run) const;
    void preview(const QString& scheme);
    void pick(MenuChoice& choice, const QString& text);
    [[nodiscard]] fs::path folderOf(const char* name) const { return toPath(folder_.path()) / name; }
    [[nodiscard]] QPushButton* shownButton() const;
    void show(const RunSnapshot& run);
    void settle();
    void choose(SegmentControl& control, const QString& text);
    [[nodiscard]] SchemeChoice filedAs(const RunSnapshot& run) { return *library_->scheme(run.info.row.id); }

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::shared_ptr<Library> library_;
    RunSnapshot lc_, adaptive_, exact_;
    std::unique_ptr<JobRunner> runner_;
    std::unique_ptr<BitsPage> page_;
};

void TestBitsPage::makeRun(const char* name, const SchemeChoice& choice, RunSnapshot& run) {
    const fs::path folder = toPath(folder_.path()) / name;
    writeRun(folder, 40);
    QVERIFY(test::watch_once(*library_, {folder}, choice).ok());
    fs::remove_all(folder);
    run.info = *library_->run(name);
    run.checkpoints = *library_->checkpoints(run.info.row.id);
    QCOMPARE(run.checkpoints.size(), std::size_t{2});
}

RunSnapshot TestBitsPage::snapshot(const char* name) {
    RunSnapshot run;
    run.info = *library_->run(name);
    run.checkpoints = *library_->checkpoints(run.info.row.id);
    return run;
}

RunSnapshot TestBitsPage::train(const char* name, const SchemeChoice& choice, int first, int last) {
    test::Training training(3, 8000);
    for (int i = 1; i <= last; ++i, training.next()) {
        if (i < first) continue;
        test::write_text(folderOf(name) / ("step_" + std::to_string(i) + ".safetensors"), training.bytes());
    }
    if (first == 1) test::age(folderOf(name));
    const Status status = test::watch_once(*library_, {folderOf(name)}, choice);
    if (!status.ok()) qFatal("%s", status.error().message.c_str());
    return snapshot(name);
}

/// What is stored of a run: name and bytes.
std::map<std::string, std::string> TestBitsPage::stepFiles(const RunSnapshot& run) const {
    std::map<std::string, std::string> files;
    const fs::path folder = steps_folder(runs_folder(library_->folder()) / run.info.row.id);
    for (const auto& entry : fs::directory_iterator(folder))
        files[entry.path().filename().native()] = readFile(entry.path());
    return files;
}

void TestBitsPage::preview(const QString& scheme) {
    choose(page_->controls().scheme(), scheme);
    QTest::mouseClick(&page_->controls().recodeButton(), Qt::LeftButton);
    settle();
}

void TestBitsPage::pick(MenuChoice& choice, const QString& text) {
    for (QAction* action : choice.menu()->actions()) {
        if (action->text() == text) return action->trigger();
    }
    QFAIL(qPrintable(text));
}

void TestBitsPage::initTestCase() {
    QVERIFY(folder_.isValid());
    auto library = test::open_library(toPath(folder_.path()) / "vault");
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    library_ = std::move(*library);
    makeRun("lc", {.scheme = "lc"}, lc_);
    makeRun("adaptive", {}, adaptive_);
    makeRun("exact", {.scheme = "exact"}, exact_);
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
}

void TestBitsPage::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    runner_ = std::make_unique<JobRunner>();
    page_ = std::make_unique<BitsPage>(*theme_, *runner_);
    page_->resize(1040, 660);
    page_->show();
    QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
}

void TestBitsPage::cleanup() {
    page_.reset();
    runner_.reset();
}

void TestBitsPage::show(const RunSnapshot& run) {
    page_->setRun(library_, run, 0);
    settle();
}

void TestBitsPage::settle() {
    QTRY_VERIFY_WITH_TIMEOUT(page_->isSettled(), patience);
}

void TestBitsPage::choose(SegmentControl& control, const QString& text) {
    for (QToolButton* button : control.findChildren<QToolButton*>()) {
        if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
    }
    QFAIL(qPrintable(text));
}

void TestBitsPage::figuresAreTheEngines() {
    show(lc_);
    QVERIFY(page_->view() != nullptr);
    QCOMPARE(page_->controls().choice().scheme, std::string("lc"));
    const auto study = library_->study_bits(lc_.info.row.id, lc_.checkpoints.back().id);
    QVERIFY(study.ok());
    const BitsOutcome expected = study->lc({.scheme = "lc"});
    FiguresCard& figures = page_->figures();
    const std::uint64_t original = lc_.checkpoints.back().original_bytes;
    QCOMPARE(figures.value(FiguresCard::BitsPerWeight), formatNumber(expected.bits_per_weight, 3));
    QCOMPARE(figures.value(FiguresCard::Ratio), formatRatio(original, expected.stored_bytes));
    QCOMPARE(figures.value(FiguresCard::Error), formatError(expected.relative_error));
    QCOMPARE(figures.against(FiguresCard::Error),
             QStringLiteral("stored: ") + formatError(lc_.checkpoints.back().relative_error));
    // What the run has now is what is stored.
    QCOMPARE(figures.value(FiguresCard::Error), formatError(lc_.checkpoints.back().relative_error));
    QVERIFY(!page_->controls().useButton().isEnabled());
    QVERIFY(page_->note().contains(QStringLiteral("step 40")));
    QVERIFY(page_->note().contains(QStringLiteral("lc, 3 bits")));
}

void TestBitsPage::sliderMovesPointBarsAndTable() {
    show(lc_);
    RateChart& rates = page_->rates();
    ExponentChart& bars = page_->exponents();
    const QPointF before = rates.placeOf(*rates.chosen());
    const auto keptRows = [&bars] {
        int kept = 0;
        for (std::size_t i = 0; i < bars.rows().size(); ++i)
            kept += bars.keptShare(i) > 0 ? 1 : 0;
        return kept;
    };
    const int keptBefore = keptRows();
    const QString bytes =
        page_->tensors().table().model()->index(0, TensorBitsModel::Error).data().toString();
    QSlider& slider = page_->controls().slider();
    QCOMPARE(slider.value(), 3);
    QTest::keyClick(&slider, Qt::Key_Right);
    QTest::keyClick(&slider, Qt::Key_Right);
    QCOMPARE(page_->controls().choice().bits, 5U);
    const BitsOutcome expected = *page_->view()->outcome({.scheme = "lc", .bits = 5});
    QCOMPARE(page_->figures().value(FiguresCard::Error), formatError(expected.relative_error));
    QVERIFY2(rates.placeOf(*rates.chosen()).y() > before.y(), "less error lies further down");
    QVERIFY(keptRows() > keptBefore);
    QVERIFY(page_->tensors().table().model()->index(0, TensorBitsModel::Error).data().toString() != bytes);
    QVERIFY(page_->controls().useButton().isEnabled());
    // By key from setting to setting.
    rates.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&rates, Qt::Key_Right);
    QVERIFY(rates.accessibleDescription().startsWith(QStringLiteral("lc, 1 bit:")));
    QTest::keyClick(&rates, Qt::Key_Left);
    QTest::keyClick(&rates, Qt::Key_Right);
    QVERIFY(rates.accessibleDescription().startsWith(QStringLiteral("lc, 2 bits:")));
    bars.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&bars, Qt::Key_Left);
    QVERIFY(bars.accessibleDescription().contains(formatError(bars.rows().back().removal_error)));
    // Nothing is dropped by the exact scheme.
    choose(page_->controls().scheme(), QStringLiteral("exact"));
    QVERIFY(!slider.isVisible());
    QCOMPARE(page_->figures().value(FiguresCard::Error), QStringLiteral("0"));
    QCOMPARE(keptRows(), static_cast<int>(bars.rows().size()));
}

void TestBitsPage::adaptiveIsKnownWhereStored() {
    show(lc_);
    choose(page_->controls().scheme(), QStringLiteral("adaptive"));
    QVERIFY(!page_->rates().chosen());
    QCOMPARE(page_->figures().value(FiguresCard::BitsPerWeight), QString::fromUtf8("–"));
    show(adaptive_);
    QCOMPARE(page_->controls().choice().scheme, std::string("adaptive"));
    QVERIFY(page_->rates().chosen().has_value());
    const double before = page_->rates().chosen()->bits;
    QVERIFY(std::abs(before - page_->view()->stored().bitsPerWeight) < 1e-9);
    QTest::keyClick(&page_->controls().slider(), Qt::Key_PageDown);
    QCOMPARE(page_->controls().choice().error, 0.4);
    QVERIFY2(page_->rates().chosen()->bits > before, "less error takes more bits");
    QVERIFY(page_->rates().chosen()->error < 0.5);
}

void TestBitsPage::scarIsWorkedOutOnce() {
    show(lc_);
    QCOMPARE(page_->rows().state(), RowReader::State::read);
    const auto rows = library_->row_changes(lc_.info.row.id, lc_.checkpoints.back().id, {});
    QVERIFY(rows.ok());
    const BitsOutcome expected = page_->view()->study().scar({.scheme = "scar", .budget = 5}, *rows);
    const std::vector<RatePoint>& curve = page_->view()->scarCurve();
    const auto five = std::ranges::find(curve, QStringLiteral("scar, 5 %"), &RatePoint::name);
    QVERIFY(five != curve.end());
    QCOMPARE(five->bits, expected.bits_per_weight);
    QCOMPARE(five->error, expected.relative_error);
    QVERIFY2(curve.front().error > curve.back().error, "more bytes, less error");
    QVERIFY(page_->rateCard().offer().isEmpty() && !page_->rateCard().offerButton().isVisible());
    // Known, it is there at once where the page comes back.
    page_->hide();
    page_->show();
    const QSignalSpy changed(&page_->rows(), &RowReader::changed);
    show(lc_);
    QVERIFY(!page_->view()->scarCurve().empty());
    QCOMPARE(changed.count(), 0);
    // Another run's are others; exceptions count.
    show(adaptive_);
    QVERIFY(!page_->view()->scarCurve().empty());
    QVERIFY(page_->view()->scarCurve()[3].error != expected.relative_error);
}

void TestBitsPage::scarIsStoppedAndWorkedOutAgain() {
    TwinCard& card = page_->rateCard();
    std::binary_semaphore go(0);
    runner_->start(
        Lane::decoding, page_.get(),
        [&go](const JobContext&) {
            go.acquire();
            return 0;
        },
        [](int) {});
    page_->setRun(library_, lc_, 0);
    QTRY_VERIFY_WITH_TIMEOUT(card.offerButton().isVisible(), patience);
    QCOMPARE(card.offerButton().text(), QStringLiteral("Stop"));
    QVERIFY(card.offer().contains(QStringLiteral("0 %")));
    QTest::mouseClick(&card.offerButton(), Qt::LeftButton);
    go.release();
    settle();
    QVERIFY(page_->view()->scarCurve().empty());
    QCOMPARE(card.offerButton().text(), QStringLiteral("Work it out"));
    QTest::mouseClick(&card.offerButton(), Qt::LeftButton);
    settle();
    QVERIFY(!page_->view()->scarCurve().empty());
    QVERIFY(!card.offerButton().isVisible());
}

void TestBitsPage::chartsHaveTables() {
    show(lc_);
    choose(page_->rateCard().view(), QStringLiteral("table"));
    QTableView& rates = page_->rateCard().table();
    QVERIFY(rates.isVisible() && !page_->rates().isVisible());
    // lc by bits, topn and scar by budget, exact, and as it is stored.
    QCOMPARE(rates.model()->rowCount(), 8 + 7 + 7 + 1 + 1);
    QCOMPARE(rates.model()->index(8, 0).data().toString(), QStringLiteral("topn, 0.5 %"));
    QCOMPARE(rates.model()->index(8, 2).data().toString(),
             formatError(page_->view()->topnCurve().front().error));
    QCOMPARE(rates.model()->index(0, 0).data().toString(), QStringLiteral("lc, 1 bit"));
    QCOMPARE(rates.model()->index(2, 2).data().toString(), formatError(page_->view()->lcCurve()[2].error));
    choose(page_->exponentCard().view(), QStringLiteral("table"));
    QTableView& exponents = page_->exponentCard().table();
    QVERIFY(exponents.isVisible());
    const ExponentRow& first = page_->exponents().rows().back();
    QCOMPARE(exponents.model()->index(0, 0).data().toString(), formatPowerOfTwo(first.exponent));
    QCOMPARE(exponents.model()->index(0, 2).data().toString(), QStringLiteral("100 %"));
    for (QTableView* table : {&rates, &exponents, &page_->tensors().table()}) {
        const QAbstractItemModelTester tester(table->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
}

void TestBitsPage::tableIsSorted() {
    show(lc_);
    QTableView& table = page_->tensors().table();
    QCOMPARE(table.model()->index(0, TensorBitsModel::Name).data().toString(), QStringLiteral("weight"));
    choose(page_->tensors().rows(), QStringLiteral("by tensor"));
    const QAbstractItemModel& rows = *table.model();
    QCOMPARE(rows.index(0, TensorBitsModel::Name).data().toString(), QStringLiteral("model.weight"));
    QCOMPARE(rows.index(0, TensorBitsModel::Weights).data().toString(), QStringLiteral("20,000"));
    QCOMPARE(table.horizontalHeader()->sortIndicatorSection(), static_cast<int>(TensorBitsModel::Bytes));
}

/// Text begins (or ends) where the header's does, give or take a pixel of the style's.
void TestBitsPage::headersStandOverTheirCells() {
    show(lc_);
    QTableView& table = page_->tensors().table();
    const auto inkOf = [](const QImage& image, const QRect& within) {
        const QColor ground = image.pixelColor(within.right() - 1, within.top() + 2);
        QRect ink;
        for (int x = within.left() + 1; x < within.right() - 1; ++x) {
            for (int y = within.top() + 3; y < within.bottom() - 3; ++y) {
                if (image.pixelColor(x, y) != ground) ink = ink.united(QRect(x, y, 1, 1));
            }
        }
        return ink;
    };
    const QImage cells = table.viewport()->grab().toImage();
    const QImage header = table.horizontalHeader()->viewport()->grab().toImage();
    for (const int column : {TensorBitsModel::Weights, TensorBitsModel::Error}) {
        const QRect cell = table.visualRect(table.model()->index(0, column));
        const QRect section(table.horizontalHeader()->sectionViewportPosition(column), 0, cell.width(),
                            table.horizontalHeader()->height());
        const int off = inkOf(cells, cell).right() - inkOf(header, section).right();
        QVERIFY2(std::abs(off) <= 2, qPrintable(QString::number(off)));
    }
}

void TestBitsPage::exceptionIsMadeForTheChosenRow() {
    const RunSnapshot run = train("excepted", {}, 1, 3);
    show(run);
    QTableView& table = page_->tensors().table();
    ExceptionsLine& line = page_->tensors().exceptions();
    int row = 0;
    while (row < table.model()->rowCount() &&
           table.model()->index(row, 0).data().toString() != roleWord(Role::first_moment))
        ++row;
    QVERIFY(row < table.model()->rowCount());
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(row, 0)).center());
    const double before = page_->rates().chosen()->bits;
    QTest::mouseClick(&line.makeButton(), Qt::LeftButton);
    QCOMPARE(line.target().text(), QStringLiteral("role: first moment"));
    QCOMPARE(line.note(), QStringLiteral("fits 1 tensor"));
    QTest::mouseClick(&line.addButton(), Qt::LeftButton);
    // At once, before the curves follow.
    QCOMPARE(line.chips().size(), std::size_t{1});
    QVERIFY(line.chips().front()->text().startsWith(QStringLiteral("first moment exact")));
    const SchemeChoice chosen = page_->controls().choice();
    QCOMPARE(chosen.rules.size(), std::size_t{1});
    QCOMPARE(chosen.rules.front().text(), std::string("role:first moment=exact"));
    const BitsOutcome expected = *page_->view()->study().adaptive(chosen);
    QCOMPARE(page_->figures().value(FiguresCard::BitsPerWeight), formatNumber(expected.bits_per_weight, 3));
    QVERIFY2(page_->rates().chosen()->bits > before, "what is exact takes more");
    QCOMPARE(table.model()->index(0, TensorBitsModel::Error).data().toString(), QStringLiteral("0"));
    settle();
    QCOMPARE(page_->view()->rules(), chosen.rules);
    // The curve goes through the chosen point.
    QVERIFY(std::ranges::any_of(page_->view()->adaptiveCurve(), [&](const RatePoint& point) {
        return std::abs(point.bits - page_->rates().chosen()->bits) < 1e-9;
    }));
    // It is used, and shown again where the page comes back.
    QVERIFY(page_->controls().useButton().isEnabled());
    QTest::mouseClick(&page_->controls().useButton(), Qt::LeftButton);
    settle();
    QCOMPARE(filedAs(run).rules, chosen.rules);
    QVERIFY(page_->note().contains(QStringLiteral("1 exception")));
    show(lc_);
    QVERIFY(line.chips().empty());
    show(run);
    QCOMPARE(line.chips().size(), std::size_t{1});
    // A click takes it away.
    QTest::mouseClick(line.chips().front(), Qt::LeftButton);
    QVERIFY(line.chips().empty());
    QVERIFY(std::abs(page_->rates().chosen()->bits - before) < 1e-9);
    settle();
}

void TestBitsPage::exceptionByNameAndItsRemoval() {
    show(snapshot("excepted"));
    ExceptionsLine& line = page_->tensors().exceptions();
    for (QToolButton* chip : std::vector(line.chips()))
        QTest::mouseClick(chip, Qt::LeftButton);
    QTest::mouseClick(&line.makeButton(), Qt::LeftButton);
    pick(line.target(), QStringLiteral("tensors named"));
    QVERIFY(!line.addButton().isEnabled());
    line.pattern().setFocus();
    QTest::keyClicks(&line.pattern(), QStringLiteral("model.*"));
    QCOMPARE(line.note(), QStringLiteral("fits 2 tensors"));
    choose(line.kind(), QStringLiteral("at error"));
    line.error().setFocus();
    line.error().selectAll();
    QTest::keyClicks(&line.error(), QStringLiteral("0.2"));
    QTest::mouseClick(&line.addButton(), Qt::LeftButton);
    settle();
    QCOMPARE(page_->controls().choice().rules.front().text(), std::string("model.*=0.2"));
    QVERIFY(page_->rates().chosen()->error < 0.25);
    // lc cannot aim at an error: the exception is kept, but doesn't count.
    choose(page_->controls().scheme(), QStringLiteral("lc"));
    QCOMPARE(line.chips().front()->text().left(1), QStringLiteral("("));
    QVERIFY(page_->controls().choice().rules.empty());
    QTest::mouseClick(&line.makeButton(), Qt::LeftButton);
    QVERIFY(!line.addButton().isEnabled());
    choose(line.kind(), QStringLiteral("exact"));
    QTest::mouseClick(&line.addButton(), Qt::LeftButton);
    settle();
    // The same name again takes the other's place.
    QCOMPARE(line.rules().size(), std::size_t{1});
    QCOMPARE(page_->controls().choice().rules.front().text(), std::string("model.*=exact"));
    QCOMPARE(page_->figures().value(FiguresCard::Error), QStringLiteral("0"));
    QTest::mouseClick(line.chips().front(), Qt::LeftButton);
    settle();
    QVERIFY(page_->view()->rules().empty());
}

void TestBitsPage::errorsAreMappedByStep() {
    const RunSnapshot run = train("mapped", {}, 1, 5);
    show(run);
    TensorBitsCard& card = page_->tensors();
    QVERIFY(!card.map().isVisible());
    choose(card.view(), QStringLiteral("error map"));
    settle();
    QVERIFY(card.map().isVisible());
    QCOMPARE(card.map().grid().columns(), std::size_t{4});
    choose(card.rows(), QStringLiteral("by tensor"));
    const ErrorGrid& grid = card.map().grid();
    for (std::size_t column = 0; column < 4; ++column) {
        const auto errors = library_->tensor_errors(run.info.row.id, run.checkpoints[column + 1].id);
        QVERIFY(errors.ok());
        QCOMPARE(grid.rows(), errors->size());
        QCOMPARE(grid.step(column), run.checkpoints[column + 1].step);
        for (std::size_t row = 0; row < grid.rows(); ++row) {
            QCOMPARE(grid.name(row), toQString((*errors)[row].name));
            QVERIFY(std::abs(*grid.error(row, column) - (*errors)[row].relative_error) < 1e-9);
        }
    }
    // By key from cell to cell.
    card.map().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&card.map(), Qt::Key_Down);
    QTest::keyClick(&card.map(), Qt::Key_Down);
    QTest::keyClick(&card.map(), Qt::Key_Right);
    const QString told = card.map().accessibleDescription();
    QVERIFY2(told.startsWith(grid.name(1)) && told.contains(QStringLiteral("step 3")) &&
                 told.endsWith(formatError(*grid.error(1, 1))),
             qPrintable(told));
    QTest::keyClick(&card.map(), Qt::Key_Up);
    QVERIFY(card.map().accessibleDescription().startsWith(grid.name(0)));
    // And by mouse.
    QTest::mouseMove(&card.map(), card.map().cell(3, 1).center().toPoint());
    QTest::mouseMove(&card.map(), card.map().cell(2, 0).center().toPoint());
    QTRY_VERIFY(card.map().accessibleDescription().startsWith(grid.name(2)));
    const QPoint middle = card.map().cell(0, 3).center().toPoint();
    QCOMPARE(card.map().grab().toImage().pixelColor(middle),
             errorColor(lightTokens(), *card.map().grid().error(0, 3)));
    // The same in words; a role's error is that of its tensors together.
    choose(card.view(), QStringLiteral("error table"));
    settle();
    choose(card.rows(), QStringLiteral("by role"));
    const QAbstractItemModel& words = *card.errorTable().model();
    QCOMPARE(words.columnCount(), 5);
    QCOMPARE(words.index(0, 0).data().toString(), roleWord(Role::embedding));
    QCOMPARE(words.index(0, 4).data().toString(), formatError(*card.map().grid().error(0, 3)));
    QCOMPARE(words.headerData(4, Qt::Horizontal).toString(), QStringLiteral("5"));
    const QAbstractItemModelTester tester(card.errorTable().model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    // Another run's are others.
    show(lc_);
    QCOMPARE(card.map().grid().columns(), std::size_t{1});
}

void TestBitsPage::errorsOfAGrowingRunAreTold() {
    const RunSnapshot grown = snapshot("mapped");
    RunSnapshot run = grown;
    run.checkpoints.pop_back();
    ErrorReader reader(*runner_);
    std::vector<std::size_t> columns;
    connect(&reader, &ErrorReader::errorsRead, this,
            [&columns](const ErrorGrids& grids) { columns.push_back(grids.byRole->columns()); });
    std::binary_semaphore go(0);
    runner_->start(
        Lane::planning, page_.get(),
        [&go](const JobContext&) {
            go.acquire();
            return 0;
        },
        [](int) {});
    // Each snapshot of a run that is filed asks anew, while the first answer takes its time.
    reader.read(library_, run);
    reader.read(library_, run);
    reader.read(library_, grown);
    reader.read(library_, grown);
    go.release();
    QTRY_VERIFY_WITH_TIMEOUT(reader.isSettled(), patience);
    QCOMPARE(columns, (std::vector<std::size_t>{3, 4}));
    reader.read(library_, grown);
    QVERIFY2(reader.isSettled(), "it is known");
    reader.forget();
    reader.read(library_, grown);
    QTRY_COMPARE_WITH_TIMEOUT(columns.size(), std::size_t{3}, patience);
}

void TestBitsPage::recodingIsShownThenDone() {
    RunSnapshot run = train("recoded", {.scheme = "lc", .bits = 6}, 1, 5);
    fs::remove_all(folderOf("recoded"));
    show(run);
    const auto before = stepFiles(run);
    const QSignalSpy told(page_.get(), &BitsPage::told);
    const QSignalSpy changed(page_.get(), &BitsPage::vaultChanged);
    RecodeLine& line = page_->recodeLine();
    QVERIFY(!line.isVisible());
    QTest::keyClick(&page_->controls().slider(), Qt::Key_Home);
    QTest::keyClick(&page_->controls().slider(), Qt::Key_Right);
    preview(QStringLiteral("lc"));
    const SchemeChoice choice = page_->controls().choice();
    QCOMPARE(choice.bits, 2U);
    const auto truth =
        library_->recode({.run = run.info.row.id, .scheme = choice, .from = {}, .dry_run = true}, {});
    QVERIFY(truth.ok());
    QVERIFY(line.isVisible());
    QVERIFY2(
        line.text().contains(QStringLiteral("4 checkpoints would take %1 instead of %2")
                                 .arg(formatBytes(truth->stored_after), formatBytes(truth->stored_before))),
        qPrintable(line.text()));
    QVERIFY(line.text().contains(QStringLiteral("comes on top of what they had lost")));
    QVERIFY(line.text().contains(formatError(truth->largest_error_after)));
    QCOMPARE(line.recodeButton().text(), QStringLiteral("Recode 4 checkpoints, saves %1")
                                             .arg(formatBytes(truth->stored_before - truth->stored_after)));
    QVERIFY2(stepFiles(run) == before, "nothing was changed to show it");
    QTest::mouseClick(&line.recodeButton(), Qt::LeftButton);
    settle();
    QVERIFY(!line.isVisible());
    QCOMPARE(told.count(), 1);
    QCOMPARE(told.front().front().value<WatchNotes::Kind>(), WatchNotes::Kind::info);
    QVERIFY(told.front().at(1).toString().contains(QStringLiteral("4 checkpoints of recoded")));
    QCOMPARE(changed.count(), 1);
    run = snapshot("recoded");
    std::uint64_t bytes = 0;
    for (const CheckpointRow& row : run.checkpoints)
        bytes += row.scheme == "exact" ? 0 : row.stored_bytes;
    QCOMPARE(bytes, truth->stored_after);
    QCOMPARE(run.checkpoints.back().bits, 2U);
    // The page is about what is stored now, although the checkpoints are called the same.
    show(run);
    QCOMPARE(page_->figures().against(FiguresCard::Error),
             QStringLiteral("stored: ") + formatError(run.checkpoints.back().relative_error));
}

/// Steps of different sizes: what is exact takes as much in each.
void TestBitsPage::runSizeWithExceptionsIsWhatRecodingGives() {
    const RunSnapshot run = train("sized", {.scheme = "lc"}, 1, 6);
    show(run);
    SchemeChoice choice{.scheme = "lc"};
    choice.rules.push_back(*CodingRule::parse("role:first moment=exact"));
    const auto truth =
        library_->recode({.run = run.info.row.id, .scheme = choice, .from = {}, .dry_run = true}, {});
    QVERIFY(truth.ok());
    const auto size = [&](const SchemeChoice& of) {
        return static_cast<double>(page_->view()->figures(*page_->view()->outcome(of), of).runBytes);
    };
    const auto base = static_cast<double>(run.checkpoints.front().stored_bytes);
    const auto expected = base + static_cast<double>(truth->stored_after);
    QVERIFY2(std::abs(size(choice) - expected) < 0.15 * expected,
             qPrintable(QStringLiteral("%1 instead of %2").arg(size(choice)).arg(expected)));
    // Exact altogether: of every step what the first one took.
    double exact = 0;
    for (const CheckpointRow& row : run.checkpoints) {
        exact += base * static_cast<double>(row.original_bytes) /
                 static_cast<double>(run.checkpoints.front().original_bytes);
    }
    QVERIFY(std::abs(size({.scheme = "exact"}) - exact) < 8);
}

void TestBitsPage::chipsAreInTheirPlacesAtOnce() {
    show(lc_);
    ExceptionsLine& line = page_->tensors().exceptions();
    for (int i = 0; i < 2; ++i) {
        QTest::mouseClick(&line.makeButton(), Qt::LeftButton);
        if (i > 0) {
            pick(line.target(), QStringLiteral("tensors named"));
            line.pattern().setText(QStringLiteral("model.*"));
        }
        // Without a turn of the event loop.
        line.addButton().click();
        QCOMPARE(line.chips().size(), static_cast<std::size_t>(i) + 1);
        QRect last;
        for (const QToolButton* chip : line.chips()) {
            QVERIFY(!chip->geometry().intersects(line.makeButton().geometry()));
            QVERIFY(!chip->geometry().intersects(last));
            QVERIFY(chip->width() >= chip->sizeHint().width());
            last = chip->geometry();
        }
        settle();
    }
    for (QToolButton* chip : std::vector(line.chips()))
        QTest::mouseClick(chip, Qt::LeftButton);
    settle();
}

void TestBitsPage::wideFiguresCutNothing() {
    FiguresCard card;
    card.show();
    BitsFigures figures;
    const int narrow = card.minimumWidth();
    card.setFigures(figures, figures, 1);
    QCOMPARE(card.minimumWidth(), narrow);
    figures.bitsPerWeight = 0.000123456;
    figures.runBytes = 1234567890123456789;
    figures.seconds = 123456;
    card.setFigures(figures, figures, 1);
    QTest::qWait(0);
    card.resize(card.sizeHint());
    for (const QLabel* label : card.findChildren<QLabel*>()) {
        QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        QVERIFY(card.rect().contains(label->geometry()));
    }
}

void TestBitsPage::stillMomentsAreExplained() {
    const RunSnapshot run = train("moments", {}, 1, 3);
    const CheckpointRow& newest = run.checkpoints.back();
    auto study = library_->study_bits(run.info.row.id, newest.id);
    QVERIFY(study.ok());
    const auto view = std::make_shared<const BitsView>(std::make_shared<const BitsStudy>(std::move(*study)),
                                                       run.checkpoints, newest, SchemeChoice());
    BitsOutcome kept = *view->outcome({});
    BitsOutcome lost = kept;
    for (std::size_t i = 0; i < kept.payloads.size(); ++i) {
        const StudiedPayload& payload = view->study().payloads()[i];
        if (payload.role == Role::second_moment) lost.payloads[i].lost = payload.changed;
    }
    TensorBitsCard card(*theme_);
    card.setView(view, lost);
    QVERIFY2(card.note().contains(QStringLiteral("waits until it has grown")), qPrintable(card.note()));
    const QAbstractItemModel& rows = *card.table().model();
    int told = 0;
    for (int row = 0; row < rows.rowCount(); ++row) {
        const bool isMoment = rows.index(row, 0).data().toString() == roleWord(Role::second_moment);
        const QString tip = rows.index(row, TensorBitsModel::Error).data(Qt::ToolTipRole).toString();
        QCOMPARE(tip.isEmpty(), !isMoment);
        told += isMoment ? 1 : 0;
    }
    QCOMPARE(told, 1);
}

/// A run that is stored so already, its originals still there.
void TestBitsPage::recodingThatChangesNothingIsNotOffered() {
    const RunSnapshot run = train("same", {.scheme = "lc", .bits = 3}, 1, 3);
    show(run);
    preview(QStringLiteral("lc"));
    RecodeLine& line = page_->recodeLine();
    QVERIFY2(line.text().contains(QStringLiteral("nothing would change: 2 checkpoints are stored so")),
             qPrintable(line.text()));
    QVERIFY(!line.recodeButton().isVisible());
    QTest::keyClick(&page_->controls().slider(), Qt::Key_Right);
    preview(QStringLiteral("lc"));
    QVERIFY(line.recodeButton().isVisible());
}

void TestBitsPage::recodingThatSavesNothingSaysSo() {
    const RunSnapshot run = train("kept", {.scheme = "lc", .bits = 2}, 1, 3);
    show(run);
    preview(QStringLiteral("exact"));
    RecodeLine& line = page_->recodeLine();
    QVERIFY2(line.text().contains(QStringLiteral("nothing would be saved")), qPrintable(line.text()));
    QVERIFY(line.text().contains(QStringLiteral("All are coded from their originals")));
    QVERIFY(line.recodeButton().text().contains(QStringLiteral(" more")));
    // Other settings are another matter.
    choose(page_->controls().scheme(), QStringLiteral("lc"));
    QVERIFY(!line.isVisible());
    // One original has gone.
    fs::remove(folderOf("kept") / "step_2.safetensors");
    preview(QStringLiteral("exact"));
    QVERIFY2(
        line.text().contains(QStringLiteral("1 from originals that are still there, 1 from what is stored")),
        qPrintable(line.text()));
}

void TestBitsPage::recodingIsLeftOrStopped() {
    const RunSnapshot run = snapshot("kept");
    const auto before = stepFiles(run);
    show(run);
    preview(QStringLiteral("exact"));
    RecodeLine& line = page_->recodeLine();
    QVERIFY(line.recodeButton().isVisible());
    QTest::mouseClick(&line.leaveButton(), Qt::LeftButton);
    QVERIFY(!line.isVisible());
    // Stopped before it has begun to work.
    std::binary_semaphore go(0);
    runner_->start(
        Lane::checking, page_.get(),
        [&go](const JobContext&) {
            go.acquire();
            return 0;
        },
        [](int) {});
    QTest::mouseClick(&page_->controls().recodeButton(), Qt::LeftButton);
    QVERIFY(line.isVisible() && !line.recodeButton().isVisible());
    QVERIFY(!page_->controls().recodeButton().isEnabled() && !page_->controls().useButton().isEnabled());
    QVERIFY(page_->recoding().title().contains(QStringLiteral("kept")));
    QTest::mouseClick(&line.leaveButton(), Qt::LeftButton);
    go.release();
    settle();
    QVERIFY(!line.isVisible());
    QVERIFY(page_->controls().recodeButton().isEnabled());
    // And once more in earnest.
    preview(QStringLiteral("exact"));
    const QSignalSpy told(page_.get(), &BitsPage::told);
    runner_->start(
        Lane::checking, page_.get(),
        [&go](const JobContext&) {
            go.acquire();
            return 0;
        },
        [](int) {});
    QTest::mouseClick(&line.recodeButton(), Qt::LeftButton);
    QTest::mouseClick(&line.leaveButton(), Qt::LeftButton);
    go.release();
    settle();
    QCOMPARE(told.count(), 1);
    QVERIFY(told.front().at(1).toString().contains(QStringLiteral("stored as it was")));
    QVERIFY(stepFiles(run) == before);
}

void TestBitsPage::recodingIsOfferedForWhatIsStoredNow() {
    RunSnapshot run = train("grown", {.scheme = "lc"}, 1, 3);
    show(run);
    preview(QStringLiteral("exact"));
    RecodeLine& line = page_->recodeLine();
    QVERIFY(line.recodeButton().isVisible());
    const RunSnapshot grown = train("grown", {.scheme = "lc"}, 4, 4);
    QCOMPARE(grown.checkpoints.size(), run.checkpoints.size() + 1);
    const auto before = stepFiles(grown);
    // The page has not been told yet.
    const QSignalSpy told(page_.get(), &BitsPage::told);
    QTest::mouseClick(&line.recodeButton(), Qt::LeftButton);
    settle();
    QCOMPARE(told.front().front().value<WatchNotes::Kind>(), WatchNotes::Kind::warn);
    QVERIFY(stepFiles(grown) == before);
    // Told, it takes the offer back.
    show(run);
    preview(QStringLiteral("exact"));
    QVERIFY2(!line.recodeButton().isVisible() && !line.text().isEmpty(), qPrintable(line.text()));
    show(grown);
    preview(QStringLiteral("exact"));
    QVERIFY(line.recodeButton().isVisible());
    show(run);
    QVERIFY(line.isVisible() && !line.recodeButton().isVisible());
    show(lc_);
    QVERIFY(!line.isVisible());
}

void TestBitsPage::recodingWaitsForOtherPrograms() {
    const RunSnapshot run = snapshot("kept");
    show(run);
    const auto lock = FileLock::acquire(lock_file(runs_folder(library_->folder()) / run.info.row.id));
    QVERIFY(lock.ok());
    preview(QStringLiteral("adaptive"));
    QVERIFY2(page_->recodeLine().text().startsWith(QStringLiteral("Another program files kept")),
             qPrintable(page_->recodeLine().text()));
    QVERIFY(!page_->recodeLine().recodeButton().isVisible());
}

void TestBitsPage::recodingIsAJobOfTheWindow() {
    const fs::path vault = toPath(folder_.path()) / "copied";
    fs::copy(library_->folder(), vault, fs::copy_options::recursive);
    AppSettings settings(folder_.filePath(QStringLiteral("settings.ini")));
    settings.setSelectedRun(vault, toQString(snapshot("kept").info.row.id));
    MainWindow window(*theme_, settings, sqlite_backends());
    window.resize(1280, 800);
    window.show();
    window.openVault(vault, Library::Mode::existing);
    const auto settleAll = [&window] { QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), patience); };
    settleAll();
    window.showPage(QStringLiteral("bits"));
    settleAll();
    BitsPage& page = window.bitsPage();
    choose(page.controls().scheme(), QStringLiteral("adaptive"));
    // Stopped from the line of what is under way.
    QTest::mouseClick(&page.controls().recodeButton(), Qt::LeftButton);
    QCOMPARE(window.activity().text().left(32), QStringLiteral("Trying out what recoding kept gi"));
    for (QAbstractButton* button : window.activity().findChildren<QAbstractButton*>())
        QTest::mouseClick(button, Qt::LeftButton);
    settleAll();
    QVERIFY(!page.recodeLine().isVisible());
    QTest::mouseClick(&page.controls().recodeButton(), Qt::LeftButton);
    settleAll();
    QTest::mouseClick(&page.recodeLine().recodeButton(), Qt::LeftButton);
    QVERIFY(window.activity().text().startsWith(QStringLiteral("Recoding kept")));
    settleAll();
    QVERIFY2(
        window.notice().text().startsWith(QStringLiteral("2 checkpoints of kept are stored as adaptive")),
        qPrintable(window.notice().text()));
    // The page has gone on to what is stored now.
    QTRY_COMPARE_WITH_TIMEOUT(page.view()->newest().scheme, std::string("adaptive"), patience);
}

void TestBitsPage::settingIsUsedFromNowOn() {
    show(lc_);
    QTest::keyClick(&page_->controls().slider(), Qt::Key_Left);
    QTest::mouseClick(&page_->controls().useButton(), Qt::LeftButton);
    settle();
    QCOMPARE(filedAs(lc_).bits, 2U);
    QVERIFY(page_->note().startsWith(QStringLiteral("From now on this run is filed as lc, 2 bits")));
    QVERIFY(!page_->controls().useButton().isEnabled());
    // For the tests to come.
    QVERIFY(library_->choose_scheme(lc_.info.row.id, {.scheme = "lc"}).ok());
}

QPushButton* TestBitsPage::shownButton() const {
    const auto buttons = page_->findChildren<QPushButton*>();
    const auto shown = std::ranges::find_if(buttons, [](QPushButton* each) { return each->isVisible(); });
    return shown == buttons.end() ? nullptr : *shown;
}

void TestBitsPage::exactRunIsTriedOut() {
    const auto before = stepFiles(exact_);
    show(exact_);
    QVERIFY(page_->view() == nullptr);
    QPushButton* button = shownButton();
    QVERIFY(button != nullptr);
    QCOMPARE(button->text(), QStringLiteral("Try it out"));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(button->text(), QStringLiteral("Stop"));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(button->text(), QStringLiteral("Try it out"));
    QTest::mouseClick(button, Qt::LeftButton);
    settle();
    QVERIFY(page_->view() != nullptr);
    QVERIFY(page_->note().contains(QStringLiteral("coded with a loss to see")));
    QCOMPARE(stepFiles(exact_), before);
    // What is stored is exact, whatever was tried.
    const BitsFigures stored = page_->view()->stored();
    QCOMPARE(stored.error, 0.0);
    QCOMPARE(stored.stepBytes, exact_.checkpoints.back().stored_bytes);
    std::uint64_t bytes = 0;
    for (const CheckpointRow& row : exact_.checkpoints)
        bytes += row.stored_bytes;
    QCOMPARE(stored.runBytes, bytes);
    // The same weights were filed by adaptive in the other run.
    const auto outcome = page_->view()->outcome({});
    QVERIFY(outcome.has_value());
    const auto& filed = adaptive_.checkpoints.back();
    QVERIFY(std::abs(outcome->relative_error - filed.relative_error) < 0.01);
    const auto wanted = static_cast<double>(filed.stored_bytes);
    QVERIFY2(std::abs(static_cast<double>(outcome->stored_bytes) - wanted) < 0.03 * wanted,
             qPrintable(QStringLiteral("%1 for %2").arg(outcome->stored_bytes).arg(wanted)));
    // Once it was tried, no step that comes is in its way.
    RunSnapshot grown = exact_;
    grown.checkpoints.push_back(grown.checkpoints.back());
    grown.checkpoints.back().id = "later";
    show(grown);
    QVERIFY(page_->view() != nullptr);
    QCOMPARE(page_->view()->newest().id, exact_.checkpoints.back().id);
    choose(page_->controls().scheme(), QStringLiteral("adaptive"));
    QTest::mouseClick(&page_->controls().useButton(), Qt::LeftButton);
    settle();
    QCOMPARE(filedAs(exact_).scheme, std::string("adaptive"));
}

void TestBitsPage::runWithoutLossOffersTheNextStep() {
    RunSnapshot first = exact_;
    first.checkpoints.resize(1);
    show(first);
    QVERIFY(page_->view() == nullptr);
    QVERIFY(shownButton() == nullptr);
    // A file that has gone is told.
    RunSnapshot gone = lc_;
    gone.checkpoints.back().id = "gone";
    show(gone);
    QVERIFY(page_->view() == nullptr);
    show(lc_);
    QVERIFY(page_->view() != nullptr);
}

void TestBitsPage::everythingHasAName() {
    show(lc_);
    VERIFY_ALL_NAMED(*page_);
    QVERIFY2(page_->minimumSizeHint().width() < 400 && page_->minimumSizeHint().height() < 400,
             "the window can be made small");
    theme_->setMode(ThemeMode::dark);
    QCOMPARE(page_->figures().grab().toImage().pixelColor(4, 100), darkTokens().surface);
    theme_->setMode(ThemeMode::light);
}

QTEST_MAIN(TestBitsPage)
#include "test_bits_page.moc"
