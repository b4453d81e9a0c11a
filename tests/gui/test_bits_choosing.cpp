#include <algorithm>

#include <QSlider>
#include <QTableView>
#include <QToolTip>
#include <QtTest>

#include "gui/bits_page_test.h"
#include "support/registry.h"

namespace test_bits_choosing {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;

/// Settings are chosen in the chart, by mouse and keys.
class TestBitsChoosing : public BitsPageTest {
    Q_OBJECT

 private slots:
    void initTestCase() { makeRuns(); }
    void init() { openPage(); }
    void cleanup() { closePage(); }

    void clickChoosesASetting_data();
    void clickChoosesASetting();
    void comparedSchemesCannotBeChosen();
    void arrowKeysChooseSettings();
    void pointsHaveTips();
    void dominatedSettingsAreExplained();

 private:
    [[nodiscard]] const RatePoint* pointNamed(const QString& name) const;
    void click(const RatePoint& point);
};

const RatePoint* TestBitsChoosing::pointNamed(const QString& name) const {
    const std::vector<RatePoint>& points = page_->rates().points();
    const auto at = std::ranges::find(points, name, &RatePoint::name);
    return at == points.end() ? nullptr : &*at;
}

void TestBitsChoosing::click(const RatePoint& point) {
    RateChart& rates = page_->rates();
    // The captions may have got another height, and the chart with them.
    QTest::qWait(0);
    const QPoint place = rates.placeOf(point).toPoint();
    QTest::mouseMove(rates.viewport(), place);
    QTest::mouseClick(rates.viewport(), Qt::LeftButton, {}, place);
}

void TestBitsChoosing::clickChoosesASetting_data() {
    QTest::addColumn<bool>("isAdaptive");
    QTest::addColumn<QString>("point");
    QTest::addColumn<int>("scheme");
    QTest::addColumn<int>("slider");
    const auto row = [](const char* point, bool isAdaptive, Scheme scheme, int slider) {
        QTest::newRow(point) << isAdaptive << QString::fromLatin1(point) << static_cast<int>(scheme)
                             << slider;
    };
    row("lc, 2 bits", false, Scheme::lc, 2);
    row("exact", false, Scheme::exact, 0);
    row("adaptive, error 0.050", true, Scheme::adaptive, 5);
    row("adaptive, error 0.30", true, Scheme::adaptive, 30);
    row("lc, 1 bit", true, Scheme::lc, 1);
}

void TestBitsChoosing::clickChoosesASetting() {
    QFETCH(bool, isAdaptive);
    QFETCH(QString, point);
    QFETCH(int, scheme);
    QFETCH(int, slider);
    show(isAdaptive ? adaptive_ : lc_);
    const RatePoint* wanted = pointNamed(point);
    QVERIFY2(wanted != nullptr, qPrintable(point));
    const RatePoint at = *wanted;
    click(at);
    const auto off = page_->rates().placeOf(at) - page_->rates().placeOf(*page_->rates().chosen());
    QVERIFY2(off.manhattanLength() < 1, qPrintable(page_->rates().chosen()->name));
    QCOMPARE(page_->controls().choice().scheme, static_cast<Scheme>(scheme));
    if (slider > 0) QCOMPARE(page_->controls().slider().value(), slider);
    QCOMPARE(page_->rates().chosen()->name, point);
    QCOMPARE(page_->rates().chosen()->bits, at.bits);
    QCOMPARE(page_->figures().value(FiguresCard::Error), formatError(at.error));
    QVERIFY(page_->controls().useButton().isEnabled());
}

void TestBitsChoosing::comparedSchemesCannotBeChosen() {
    show(lc_);
    const SchemeChoice before = page_->controls().choice();
    for (const char* name : {"topn, 5 %", "as stored"}) {
        const RatePoint* point = pointNamed(QString::fromLatin1(name));
        QVERIFY2(point != nullptr, name);
        QVERIFY(!point->choice);
    }
    click(*pointNamed(QStringLiteral("topn, 20 %")));
    QVERIFY(page_->controls().choice() == before);
    QCOMPARE(page_->rates().viewport()->cursor().shape(), Qt::ArrowCursor);
}

void TestBitsChoosing::arrowKeysChooseSettings() {
    show(adaptive_);
    RateChart& rates = page_->rates();
    const RatePoint* begin = pointNamed(QStringLiteral("adaptive, error 0.30"));
    QVERIFY(begin != nullptr);
    click(*begin);
    rates.setFocus(Qt::TabFocusReason);
    const std::vector<RatePoint> points = rates.points();
    const auto at = std::ranges::find(points, QStringLiteral("adaptive, error 0.30"), &RatePoint::name);
    QVERIFY(at != points.end() && at - points.begin() >= 2 && points.end() - at > 2);
    // From the chosen setting to the next one.
    QTest::keyClick(&rates, Qt::Key_Right);
    QCOMPARE(page_->controls().choice().error, at[1].choice->error);
    QCOMPARE(rates.chosen()->name, at[1].name);
    QVERIFY(rates.accessibleDescription().startsWith(at[1].name + QLatin1Char(':')));
    QTest::keyClick(&rates, Qt::Key_Left);
    QTest::keyClick(&rates, Qt::Key_Left);
    QCOMPARE(page_->controls().choice().error, at[-1].choice->error);
    QCOMPARE(page_->controls().slider().value(), qRound(100 * at[-1].choice->error));
    // The keys follow the slider, too.
    page_->controls().slider().setFocus();
    QTest::keyClick(&page_->controls().slider(), Qt::Key_Home);
    QTest::keyClick(&page_->controls().slider(), Qt::Key_PageUp);
    QTest::keyClick(&page_->controls().slider(), Qt::Key_PageDown);
    QCOMPARE(rates.chosen()->name, points.front().name);
    rates.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&rates, Qt::Key_Right);
    QCOMPARE(rates.chosen()->name, points[1].name);
}

void TestBitsChoosing::pointsHaveTips() {
    show(lc_);
    RateChart& rates = page_->rates();
    const RatePoint* point = pointNamed(QStringLiteral("lc, 2 bits"));
    QVERIFY(point != nullptr);
    QTest::qWait(0);
    QTest::mouseMove(rates.viewport(), QPoint(1, 1));
    QTest::mouseMove(rates.viewport(), rates.placeOf(*point).toPoint());
    QTRY_COMPARE(rates.viewport()->cursor().shape(), Qt::PointingHandCursor);
    for (const QString& part :
         {point->name, formatError(point->error), formatNumber(point->bits, 3), formatBytes(point->bytes)})
        QVERIFY2(rates.toolTip().contains(part), qPrintable(rates.toolTip()));
    QCOMPARE(QToolTip::text(), rates.toolTip());
    QTest::mouseMove(rates.viewport(), QPoint(1, 1));
    QTRY_COMPARE(rates.viewport()->cursor().shape(), Qt::ArrowCursor);
}

void TestBitsChoosing::dominatedSettingsAreExplained() {
    bool isAnyDominated = false;
    for (const RunSnapshot* run : {&lc_, &adaptive_}) {
        show(*run);
        for (const RateCurve& curve : page_->view()->curves()) {
            for (std::size_t i = 0; i < curve.points.size(); ++i) {
                const RatePoint& point = curve.points[i];
                const auto& how = curve.dominated[i];
                QCOMPARE(pointNamed(point.name) == nullptr, how.has_value());
                if (!how) continue;
                isAnyDominated = true;
                const RatePoint& better = curve.points[how->better];
                QVERIFY(point.bits >= better.bits && point.error >= better.error);
                const QString said = page_->rateCard().warning();
                QVERIFY2(said.contains(point.name) && said.contains(better.name), qPrintable(said));
                // The table keeps the setting and names the better one.
                const QAbstractItemModel& rows = *page_->rateCard().table().model();
                const QModelIndexList found =
                    rows.match(rows.index(0, 0), Qt::DisplayRole, point.name, 1, Qt::MatchExactly);
                QCOMPARE(found.size(), 1);
                QCOMPARE(found.front().siblingAtColumn(3).data().toString(), better.name);
            }
        }
    }
    QVERIFY2(isAnyDominated, "the runs of this test have settings that make no sense");
}

STEPVAULT_TEST(TestBitsChoosing)

}  // namespace test_bits_choosing

#include "test_bits_choosing.moc"
