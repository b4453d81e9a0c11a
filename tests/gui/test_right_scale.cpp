#include <QtTest>

#include "support/registry.h"
#include "ui/charts/plot_model.h"

namespace test_right_scale {

using namespace stepvault::ui;

using Span = std::pair<double, double>;

namespace {

PlotCurve line(const char* id, double from, double to) {
    return {QLatin1String(id), QLatin1String(id), {{0, from}, {10, to}}, 0};
}

}  // namespace

/// The axis at the right: which curves are on it, and where their values lie.
class TestRightScale : public QObject {
    Q_OBJECT

 private slots:
    void axisByMagnitude_data();
    void axisByMagnitude();
    void placeHoldsStillNearTheLimit();
    void valuesFillTheHeight();
    void followsZoom();
    void aloneThereIsOneAxis();
};

void TestRightScale::axisByMagnitude_data() {
    QTest::addColumn<Span>("left");
    QTest::addColumn<Span>("own");
    QTest::addColumn<bool>("expected");
    QTest::newRow("alike") << Span{0, 4} << Span{1, 5} << false;
    QTest::newRow("small") << Span{0, 4} << Span{0, 0.1} << true;
    QTest::newRow("large") << Span{0, 4} << Span{0, 1000} << true;
    QTest::newRow("far away") << Span{0, 1} << Span{50, 51} << true;
    QTest::newRow("half") << Span{0, 4} << Span{0, 2} << false;
}

void TestRightScale::axisByMagnitude() {
    QFETCH(Span, left);
    QFETCH(Span, own);
    QTEST(needsRightAxis(left, own, false), "expected");
}

void TestRightScale::placeHoldsStillNearTheLimit() {
    PlotModel model;
    model.setCurve({{0, 0}, {10, 10}});
    const auto isOnRight = [&](double height) {
        model.setCurves({line("a", 0, height)});
        return model.curves().curves().front().onRight;
    };
    QVERIFY(!isOnRight(2));
    QVERIFY(isOnRight(1));
    QVERIFY(isOnRight(2));
    QVERIFY(!isOnRight(3));
}

void TestRightScale::valuesFillTheHeight() {
    PlotModel model;
    model.setCurve({{0, 0}, {10, 1}});
    model.setCurves({line("near", 0, 1.5), line("far", 100, 300)});
    const PlotRange home = model.home();
    QVERIFY(home.y1 < 2);
    const auto scale = model.rightScale(home);
    QVERIFY(scale.has_value());
    QVERIFY(scale->toLeft(100) > home.y0 && scale->toLeft(300) < home.y1);
    QVERIFY(scale->toLeft(300) - scale->toLeft(100) > 0.8 * (home.y1 - home.y0));
    QCOMPARE(scale->toRight(scale->toLeft(123)), 123.0);
}

void TestRightScale::followsZoom() {
    PlotModel model;
    model.setCurve({{0, 0}, {5, 1}, {10, 1}});
    model.setCurves({{QStringLiteral("far"), {}, {{0, 0}, {5, 1000}, {10, 1010}}, 0}});
    PlotRange range = model.home();
    range.x0 = 6;
    range.followsY = true;
    // Only values at the end are in view, and they fill the height.
    const auto near = model.rightScale(range);
    const PlotRange shown = model.followed(range);
    QVERIFY(near->toLeft(1010) < shown.y1 && near->toLeft(1000) < shown.y1);
    QVERIFY(near->toLeft(0) < shown.y0);
    // With y zoomed by hand, both axes are zoomed alike.
    range.followsY = false;
    range.y1 = 0.5;
    const auto whole = model.rightScale(model.home());
    QCOMPARE(model.rightScale(range)->toLeft(500), whole->toLeft(500));
}

void TestRightScale::aloneThereIsOneAxis() {
    PlotModel model;
    // Curves of several runs share their metric, and so their axis.
    model.setCurves({line("a", 0, 1), line("b", 0, 1000)});
    QVERIFY(!model.rightScale(model.home()));
    QVERIFY(model.home().y1 > 1000);
}

STEPVAULT_TEST(TestRightScale)

}  // namespace test_right_scale

#include "test_right_scale.moc"
