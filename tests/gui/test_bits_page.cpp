#include <semaphore>

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QtTest>

#include "gui/bits_page_test.h"
#include "gui/keyboard_names.h"
#include "support/registry.h"
#include "ui/text/role_text.h"

namespace test_bits_page {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

class TestBitsPage : public BitsPageTest {
    Q_OBJECT

 private slots:
    void initTestCase() { makeRuns(); }
    void init() { openPage(); }
    void cleanup() { closePage(); }

    void figuresAreTheEngines();
    void sliderMovesPointBarsAndTable();
    void presetsSetTheError();
    void adaptiveIsKnownWhereStored();
    void scarIsWorkedOutOnce();
    void scarIsStoppedAndWorkedOutAgain();
    void chartsHaveTables();
    void tableIsSorted();
    void headersStandOverTheirCells();
    void settingIsUsedFromNowOn();
    void chipsAreInTheirPlacesAtOnce();
    void wideFiguresCutNothing();
    void stillMomentsAreExplained();
    void exactRunIsTriedOut();
    void runWithoutLossOffersTheNextStep();
    void everythingHasAName();
};

void TestBitsPage::figuresAreTheEngines() {
    show(lc_);
    QVERIFY(page_->view() != nullptr);
    QCOMPARE(page_->controls().choice().scheme, Scheme::lc);
    const auto study = library_->queries().study_bits(lc_.info.row.id, lc_.checkpoints.back().id);
    QVERIFY(study.ok());
    const BitsOutcome expected = study->lc({.scheme = Scheme::lc});
    FiguresCard& figures = page_->figures();
    const std::uint64_t original = lc_.checkpoints.back().original_bytes;
    QCOMPARE(figures.value(FiguresCard::BitsPerWeight), formatNumber(expected.bits_per_weight, 3));
    QCOMPARE(figures.value(FiguresCard::Ratio), formatRatio(original, expected.stored_bytes));
    QCOMPARE(figures.value(FiguresCard::Error), formatError(expected.relative_error));
    QCOMPARE(figures.against(FiguresCard::Error),
             QStringLiteral("stored: ") + formatError(lc_.checkpoints.back().relative_error));
    // The run's present setting shows the stored figures.
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
    const BitsOutcome expected = *page_->view()->outcome({.scheme = Scheme::lc, .bits = 5});
    QCOMPARE(page_->figures().value(FiguresCard::Error), formatError(expected.relative_error));
    QVERIFY2(rates.placeOf(*rates.chosen()).y() > before.y(), "less error lies further down");
    QVERIFY(keptRows() > keptBefore);
    QVERIFY(page_->tensors().table().model()->index(0, TensorBitsModel::Error).data().toString() != bytes);
    QVERIFY(page_->controls().useButton().isEnabled());
    // Arrow keys move from setting to setting.
    rates.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&rates, Qt::Key_Left);
    QVERIFY(rates.accessibleDescription().startsWith(QStringLiteral("lc, 4 bits:")));
    QTest::keyClick(&rates, Qt::Key_Right);
    QVERIFY(rates.accessibleDescription().startsWith(QStringLiteral("lc, 5 bits:")));
    bars.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&bars, Qt::Key_Left);
    QVERIFY(bars.accessibleDescription().contains(formatError(bars.rows().back().removal_error)));
    // The exact scheme drops nothing.
    choose(page_->controls().scheme(), QStringLiteral("exact"));
    QVERIFY(!slider.isVisible());
    QCOMPARE(page_->figures().value(FiguresCard::Error), QStringLiteral("0"));
    QCOMPARE(keptRows(), static_cast<int>(bars.rows().size()));
}

void TestBitsPage::presetsSetTheError() {
    show(adaptive_);
    BitsControls& controls = page_->controls();
    QVERIFY(controls.presets().isVisible());
    QCOMPARE(controls.choice().error, SchemeChoice{}.error);
    QCOMPARE(controls.presets().current(), 1);
    const double before = page_->rates().chosen()->error;
    choose(controls.presets(), QStringLiteral("Closest"));
    QCOMPARE(controls.choice().error, preset_named("closest")->error);
    QCOMPARE(controls.slider().value(), 20);
    QVERIFY(page_->rates().chosen()->error < before);
    choose(controls.presets(), QStringLiteral("Smallest"));
    QCOMPARE(controls.choice().error, preset_named("smallest")->error);
    QCOMPARE(controls.presets().current(), 2);
    // The slider leaves the presets.
    controls.slider().setValue(33);
    QCOMPARE(controls.presets().current(), -1);
    controls.slider().setValue(60);
    QCOMPARE(controls.presets().current(), 1);
    choose(controls.scheme(), QStringLiteral("lc"));
    QVERIFY(!controls.presets().isVisible());
}

void TestBitsPage::adaptiveIsKnownWhereStored() {
    show(lc_);
    choose(page_->controls().scheme(), QStringLiteral("adaptive"));
    QVERIFY(!page_->rates().chosen());
    QCOMPARE(page_->figures().value(FiguresCard::BitsPerWeight), QString::fromUtf8("–"));
    show(adaptive_);
    QCOMPARE(page_->controls().choice().scheme, Scheme::adaptive);
    QVERIFY(page_->rates().chosen().has_value());
    const double before = page_->rates().chosen()->bits;
    QVERIFY(std::abs(before - page_->view()->stored().bitsPerWeight) < 1e-9);
    QTest::keyClick(&page_->controls().slider(), Qt::Key_PageDown);
    QTest::keyClick(&page_->controls().slider(), Qt::Key_PageDown);
    QCOMPARE(page_->controls().choice().error, 0.4);
    QVERIFY2(page_->rates().chosen()->bits > before, "less error takes more bits");
    QVERIFY(page_->rates().chosen()->error < 0.6);
}

void TestBitsPage::scarIsWorkedOutOnce() {
    show(lc_);
    QCOMPARE(page_->rows().state(), RowLoader::State::read);
    const auto rows = library_->queries().row_changes(lc_.info.row.id, lc_.checkpoints.back().id, {});
    QVERIFY(rows.ok());
    const BitsOutcome expected = page_->view()->study().scar({.scheme = Scheme::scar, .budget = 5}, *rows);
    const std::vector<RatePoint>& curve = page_->view()->scarCurve();
    const auto five = std::ranges::find(curve, QStringLiteral("scar, 5 %"), &RatePoint::name);
    QVERIFY(five != curve.end());
    QCOMPARE(five->bits, expected.bits_per_weight);
    QCOMPARE(five->error, expected.relative_error);
    QVERIFY2(curve.front().error > curve.back().error, "more bytes, less error");
    QVERIFY(page_->rateCard().offer().isEmpty() && !page_->rateCard().offerButton().isVisible());
    // The curve is known, so it is shown at once when the run is shown again.
    page_->hide();
    page_->show();
    const QSignalSpy changed(&page_->rows(), &RowLoader::changed);
    show(lc_);
    QVERIFY(!page_->view()->scarCurve().empty());
    QCOMPARE(changed.count(), 0);
    // Another run has other curves; exceptions count in them.
    show(adaptive_);
    QVERIFY(!page_->view()->scarCurve().empty());
    QVERIFY(page_->view()->scarCurve()[3].error != expected.relative_error);
}

void TestBitsPage::scarIsStoppedAndWorkedOutAgain() {
    ChartTableCard& card = page_->rateCard();
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
    choose(page_->rateCard().view(), QStringLiteral("Table"));
    QTableView& rates = page_->rateCard().table();
    QVERIFY(rates.isVisible() && !page_->rates().isVisible());
    // lc by bits, topn and scar by budget, exact, and the stored setting.
    QCOMPARE(rates.model()->rowCount(), 8 + 7 + 7 + 1 + 1);
    QCOMPARE(rates.model()->index(8, 0).data().toString(), QStringLiteral("topn, 0.5 %"));
    QCOMPARE(rates.model()->index(8, 2).data().toString(),
             formatError(page_->view()->topnCurve().front().error));
    QCOMPARE(rates.model()->index(0, 0).data().toString(), QStringLiteral("lc, 1 bit"));
    QCOMPARE(rates.model()->index(2, 2).data().toString(), formatError(page_->view()->lcCurve()[2].error));
    choose(page_->exponentCard().view(), QStringLiteral("Table"));
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
    choose(page_->tensors().rows(), QStringLiteral("By tensor"));
    const QAbstractItemModel& rows = *table.model();
    QCOMPARE(rows.index(0, TensorBitsModel::Name).data().toString(), QStringLiteral("model.weight"));
    QCOMPARE(rows.index(0, TensorBitsModel::Weights).data().toString(), QStringLiteral("20,000"));
    const auto tensors = library_->queries().tensors(lc_.info.row.id, lc_.checkpoints.back().id);
    const auto weight = std::ranges::find(*tensors, std::string("model.weight"), &TensorRow::name);
    QVERIFY(weight != tensors->end() && weight->lag != 0);
    QCOMPARE(rows.index(0, TensorBitsModel::StoredLag).data().toString(), formatLag(weight->lag));
    QCOMPARE(table.horizontalHeader()->sortIndicatorSection(), static_cast<int>(TensorBitsModel::Bytes));
}

/// A cell's text begins (or ends) at the same place as the header's, within a pixel that styles differ by.
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

void TestBitsPage::settingIsUsedFromNowOn() {
    show(lc_);
    QTest::keyClick(&page_->controls().slider(), Qt::Key_Left);
    QTest::mouseClick(&page_->controls().useButton(), Qt::LeftButton);
    settle();
    QCOMPARE(filedAs(lc_).bits, 2U);
    QVERIFY(page_->note().startsWith(QStringLiteral("From now on this run is filed as lc, 2 bits")));
    QVERIFY(!page_->controls().useButton().isEnabled());
    // Restores the scheme for the following tests.
    QVERIFY(library_->maintenance().choose_scheme(lc_.info.row.id, {.scheme = Scheme::lc}).ok());
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
        // Without running the event loop.
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
    auto study = library_->queries().study_bits(run.info.row.id, newest.id);
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
    // The stored figures are exact, whatever was tried.
    const BitsFigures stored = page_->view()->stored();
    QCOMPARE(stored.error, 0.0);
    QCOMPARE(stored.stepBytes, exact_.checkpoints.back().stored_bytes);
    std::uint64_t bytes = 0;
    for (const CheckpointRow& row : exact_.checkpoints)
        bytes += row.stored_bytes;
    QCOMPARE(stored.runBytes, bytes);
    // The other run stores the same weights as adaptive.
    const auto outcome = page_->view()->outcome({});
    QVERIFY(outcome.has_value());
    const auto& filed = adaptive_.checkpoints.back();
    QVERIFY2(std::abs(outcome->relative_error - filed.relative_error) < 0.01,
             qPrintable(QStringLiteral("%1 for %2").arg(outcome->relative_error).arg(filed.relative_error)));
    const auto wanted = static_cast<double>(filed.stored_bytes);
    QVERIFY2(std::abs(static_cast<double>(outcome->stored_bytes) - wanted) < 0.03 * wanted,
             qPrintable(QStringLiteral("%1 for %2").arg(outcome->stored_bytes).arg(wanted)));
    // After the trial a new step does not replace its result.
    RunSnapshot grown = exact_;
    grown.checkpoints.push_back(grown.checkpoints.back());
    grown.checkpoints.back().id = "later";
    show(grown);
    QVERIFY(page_->view() != nullptr);
    QCOMPARE(page_->view()->newest().id, exact_.checkpoints.back().id);
    choose(page_->controls().scheme(), QStringLiteral("adaptive"));
    QTest::mouseClick(&page_->controls().useButton(), Qt::LeftButton);
    settle();
    QCOMPARE(filedAs(exact_).scheme, Scheme::adaptive);
}

void TestBitsPage::runWithoutLossOffersTheNextStep() {
    RunSnapshot first = exact_;
    first.checkpoints.resize(1);
    show(first);
    QVERIFY(page_->view() == nullptr);
    QVERIFY(shownButton() == nullptr);
    // The page reports a missing file.
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

STEPVAULT_TEST(TestBitsPage)

}  // namespace test_bits_page

#include "test_bits_page.moc"
