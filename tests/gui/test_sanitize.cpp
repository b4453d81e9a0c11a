#include <cmath>
#include <limits>

#include <QTest>

#include "support/registry.h"
#include "ui/charts/plot_model.h"
#include "ui/charts/sanitize.h"
#include "ui/charts/smoothing.h"

namespace test_sanitize {

using namespace stepvault::ui;

namespace {
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
using Segments = std::vector<std::vector<PlotPoint>>;
}  // namespace

class TestSanitize : public QObject {
    Q_OBJECT

 private slots:
    void splitsAtNonFinite();
    void logDropsWithoutSplitting();
    void nothingLeft();
    void smoothingPassesGaps();
    void smoothingOfConstantIsConstant();
    void homeHoldsAllAndMarks();
    void homeOnLogIgnoresZeros();
    void nearlyConstantIsWide();
    void logarithmicStepsLeaveOutZero();
};

void TestSanitize::splitsAtNonFinite() {
    const std::vector<PlotPoint> points{{0, notANumber}, {1, 1}, {2, 2},         {3, inf},
                                        {4, -inf},       {5, 5}, {6, notANumber}};
    const Sanitized result = sanitizeForAxis(points, AxisScale::linear);
    QVERIFY(result.segments == Segments({{{1, 1}, {2, 2}}, {{5, 5}}}));
    QCOMPARE(result.nonFinite, std::size_t{4});
    QCOMPARE(result.notPositive, std::size_t{0});
}

void TestSanitize::logDropsWithoutSplitting() {
    const std::vector<PlotPoint> points{{0, 0}, {1, 10}, {2, -1}, {3, 100}, {4, notANumber}, {5, 1}};
    const Sanitized result = sanitizeForAxis(points, AxisScale::log);
    QVERIFY(result.segments == Segments({{{1, 1}, {3, 2}}, {{5, 0}}}));
    QCOMPARE(result.nonFinite, std::size_t{1});
    QCOMPARE(result.notPositive, std::size_t{2});
}

void TestSanitize::nothingLeft() {
    QVERIFY(sanitizeForAxis({}, AxisScale::linear).segments.empty());
    const std::vector<PlotPoint> points{{0, notANumber}, {1, 0}};
    QVERIFY(sanitizeForAxis(points, AxisScale::log).segments.empty());
}

void TestSanitize::smoothingPassesGaps() {
    const std::vector<PlotPoint> points{{0, 4}, {1, notANumber}, {2, 8}};
    const auto result = smooth(points, 0.5);
    QCOMPARE(result[0].y, 4.0);
    QVERIFY(std::isnan(result[1].y));
    // Weights 0.5 and 0.25, divided by their sum.
    QCOMPARE(result[2].y, (0.5 * 8 + 0.25 * 4) / 0.75);
}

void TestSanitize::smoothingOfConstantIsConstant() {
    const std::vector<PlotPoint> points(20, PlotPoint{1, 3.5});
    for (const PlotPoint& point : smooth(points, 0.97))
        QCOMPARE(point.y, 3.5);
}

void TestSanitize::homeHoldsAllAndMarks() {
    PlotModel model;
    QVERIFY(model.setCurve({{0, 1}, {100, 3}}));
    QVERIFY(!model.setCurve({{0, 1}, {100, 3}}));
    QVERIFY(model.setMarks({{QStringLiteral("a"), 150, true}}));
    const PlotRange home = model.home();
    QVERIFY(home.x0 <= 0 && home.x1 >= 150);
    QVERIFY(home.y0 < 1 && home.y1 > 3);
}

void TestSanitize::homeOnLogIgnoresZeros() {
    PlotModel model;
    model.setScale(AxisScale::log);
    model.setCurve({{0, 0}, {1, 1000}, {2, 10}});
    const PlotRange home = model.home();
    QVERIFY(home.y0 > 0.5 && home.y0 < 1);
    QVERIFY(home.y1 > 3 && home.y1 < 3.5);
    QVERIFY(!model.onAxis(0.0));
    QCOMPARE(model.onAxis(100.0).value(), 2.0);
}

void TestSanitize::nearlyConstantIsWide() {
    PlotModel model;
    const double loss = 0.6931471805599453;
    model.setCurve({{9e18, loss}, {9e18, std::nextafter(loss, 1)}});
    const PlotRange home = model.home();
    QVERIFY(home.y1 - home.y0 > 1e-3 && home.x1 - home.x0 > 1e6);
    // A plan far beyond the curve keeps the curve visible.
    model.setCurve({{0, 1}, {100, 2}});
    QVERIFY(model.setEvents({{PlotEvent::Kind::planned, 110, {}}, {PlotEvent::Kind::planned, 4e18, {}}}));
    QVERIFY(model.home().x1 > 110 && model.home().x1 < 130);
}

void TestSanitize::logarithmicStepsLeaveOutZero() {
    PlotModel model;
    model.setXScale(AxisScale::log);
    model.setCurve({{0, 5}, {10, 4}, {1000, 3}});
    QVERIFY(model.setMarks({{QStringLiteral("a"), 0, true}, {QStringLiteral("b"), 100, false}}));
    QCOMPARE(model.rawLine().notPositive, std::size_t{1});
    const std::vector<PlotPoint> drawn{{1, 4}, {3, 3}};
    QCOMPARE(model.rawLine().segments.front(), drawn);
    const PlotRange home = model.home();
    QVERIFY(home.x0 > 0.9 && home.x0 < 1 && home.x1 > 3 && home.x1 < 3.1);
    QVERIFY(!model.onXAxis(0));
    QCOMPARE(model.xAt(*model.onXAxis(100)), 100.0);
}

STEPVAULT_TEST(TestSanitize)

}  // namespace test_sanitize

#include "test_sanitize.moc"
