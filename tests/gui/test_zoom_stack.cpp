#include <limits>

#include <QTest>

#include "support/registry.h"
#include "ui/charts/zoom_stack.h"

namespace test_zoom_stack {

using namespace stepvault::ui;

class TestZoomStack : public QObject {
    Q_OBJECT

 private slots:
    void homeUntilZoomed();
    void pushPopReset();
    void replaceTop();
    void refusesNothing_data();
    void refusesNothing();
    void scaledAroundKeepsThePoint();
    void moved();
};

void TestZoomStack::homeUntilZoomed() {
    ZoomStack zoom;
    zoom.setHome({0, 10, 0, 1});
    QVERIFY(!zoom.isZoomed());
    zoom.setHome({0, 20, 0, 2});
    QVERIFY(zoom.current() == (PlotRange{0, 20, 0, 2}));
    zoom.push({5, 6, 0, 1});
    zoom.setHome({0, 30, 0, 3});
    QVERIFY(zoom.current() == (PlotRange{5, 6, 0, 1}));
}

void TestZoomStack::pushPopReset() {
    ZoomStack zoom;
    const PlotRange a{1, 9, 0, 1};
    const PlotRange b{2, 8, 0, 1};
    zoom.push(a);
    zoom.push(b);
    QVERIFY(zoom.current() == b);
    zoom.pop();
    QVERIFY(zoom.current() == a);
    zoom.pop();
    zoom.pop();
    QVERIFY(!zoom.isZoomed());
    zoom.push(a);
    zoom.push(b);
    zoom.reset();
    QVERIFY(!zoom.isZoomed());
}

void TestZoomStack::replaceTop() {
    ZoomStack zoom;
    zoom.replaceTop({1, 2, 1, 2});
    zoom.replaceTop({3, 4, 1, 2});
    QVERIFY(zoom.current() == (PlotRange{3, 4, 1, 2}));
    zoom.pop();
    QVERIFY(!zoom.isZoomed());
}

void TestZoomStack::refusesNothing_data() {
    const double inf = std::numeric_limits<double>::infinity();
    QTest::addColumn<double>("x0");
    QTest::addColumn<double>("x1");
    QTest::newRow("no width") << 5.0 << 5.0;
    QTest::newRow("turned") << 6.0 << 5.0;
    QTest::newRow("narrower than a double") << 1e6 << 1e6 + 1e-9;
    QTest::newRow("infinite") << 0.0 << inf;
    QTest::newRow("NaN") << 0.0 << std::numeric_limits<double>::quiet_NaN();
}

void TestZoomStack::refusesNothing() {
    QFETCH(double, x0);
    QFETCH(double, x1);
    ZoomStack zoom;
    zoom.push({x0, x1, 0, 1});
    QVERIFY(!zoom.isZoomed());
}

void TestZoomStack::scaledAroundKeepsThePoint() {
    const PlotRange range = scaledAround({0, 100, 0, 10}, 0.5, 25, 10);
    QVERIFY(range == (PlotRange{12.5, 62.5, 5, 10}));
}

void TestZoomStack::moved() {
    QVERIFY(movedBy({0, 10, 0, 1}, 3, -1) == (PlotRange{3, 13, -1, 0}));
}

STEPVAULT_TEST(TestZoomStack)

}  // namespace test_zoom_stack

#include "test_zoom_stack.moc"
