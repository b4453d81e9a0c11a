#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "gui/keyboard_names.h"
#include "gui/safetensors_run.h"
#include "support/watched_library.h"
#include "ui/bits/bits_controls.h"
#include "ui/bits/exponent_chart.h"
#include "ui/bits/figures_card.h"
#include "ui/bits/rate_chart.h"
#include "ui/bits/tensor_bits_card.h"
#include "ui/bits/twin_card.h"
#include "ui/pages/bits_page.h"
#include "ui/pages/segment_control.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

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
    void chartsHaveTables();
    void tableIsSorted();
    void settingIsUsedFromNowOn();
    void runWithoutLossOffersTheNextStep();
    void everythingHasAName();

 private:
    void makeRun(const char* name, const SchemeChoice& choice, RunSnapshot& run);
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

void TestBitsPage::chartsHaveTables() {
    show(lc_);
    choose(page_->rateCard().view(), QStringLiteral("table"));
    QTableView& rates = page_->rateCard().table();
    QVERIFY(rates.isVisible() && !page_->rates().isVisible());
    QCOMPARE(rates.model()->rowCount(), 10);
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

void TestBitsPage::runWithoutLossOffersTheNextStep() {
    show(exact_);
    QVERIFY(page_->view() == nullptr);
    QPushButton* button = nullptr;
    for (QPushButton* each : page_->findChildren<QPushButton*>()) {
        if (each->isVisible()) button = each;
    }
    QVERIFY(button != nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
    settle();
    QCOMPARE(filedAs(exact_).scheme, std::string("adaptive"));
    QVERIFY(!button->isVisible());
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
