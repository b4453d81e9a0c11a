#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <QTest>

#include "support/registry.h"
#include "ui/charts/decimate.h"

namespace test_decimate {

using namespace stepvault::ui;

namespace {

/// The contract in its plain form: every column checks every point.
std::vector<PlotPoint> reference(const std::vector<PlotPoint>& points, double x0, double x1, int columns) {
    std::vector<PlotPoint> inside;
    std::vector<PlotPoint> result;
    const PlotPoint* before = nullptr;
    const PlotPoint* after = nullptr;
    for (const PlotPoint& point : points) {
        if (point.x < x0) before = &point;
        if (point.x >= x0 && point.x <= x1) inside.push_back(point);
        if (point.x > x1 && after == nullptr) after = &point;
    }
    const auto put = [&result](const PlotPoint& point) {
        if (result.empty() || result.back() != point) result.push_back(point);
    };
    if (before != nullptr) result.push_back(*before);
    if (inside.size() <= 2 * static_cast<std::size_t>(columns)) {
        result.insert(result.end(), inside.begin(), inside.end());
    } else {
        put(inside.front());
        for (int column = 0; column < columns; ++column) {
            std::vector<PlotPoint> mine;
            for (const PlotPoint& point : inside) {
                const double share = (point.x - x0) * (columns / (x1 - x0));
                if (std::min(columns - 1, static_cast<int>(share)) == column) mine.push_back(point);
            }
            if (mine.empty()) continue;
            const auto less = [](const PlotPoint& a, const PlotPoint& b) { return a.y < b.y; };
            const auto low = std::min_element(mine.begin(), mine.end(), less);
            const auto high = std::max_element(mine.begin(), mine.end(), less);
            put(*std::min(low, high));
            put(*std::max(low, high));
        }
        put(inside.back());
    }
    if (after != nullptr) result.push_back(*after);
    return result;
}

std::vector<PlotPoint> noisy(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 1);
    std::uniform_int_distribution<int> gap(0, 3);
    std::vector<PlotPoint> points;
    double x = 0;
    for (std::size_t i = 0; i < count; ++i) {
        points.push_back({x, noise(random)});
        x += gap(random);
    }
    return points;
}

}  // namespace

class TestDecimate : public QObject {
    Q_OBJECT

 private slots:
    void matchesReference_data();
    void matchesReference();
    void keepsSpikes();
    void keepsFirstAndLast();
    void staysSmall();
    void emptyAndPointless();
};

void TestDecimate::matchesReference_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("x0");
    QTest::addColumn<double>("x1");
    QTest::addColumn<int>("columns");
    for (const int count : {1, 10, 399, 400, 401, 5000}) {
        QTest::addRow("%d whole", count) << count << 0.0 << 1.5 * count << 200;
        QTest::addRow("%d middle", count) << count << 0.3 * count << 0.9 * count << 50;
        QTest::addRow("%d one column", count) << count << 0.0 << 1.5 * count << 1;
        QTest::addRow("%d outside", count) << count << -100.0 << -50.0 << 20;
    }
}

void TestDecimate::matchesReference() {
    QFETCH(int, count);
    QFETCH(double, x0);
    QFETCH(double, x1);
    QFETCH(int, columns);
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const auto points = noisy(static_cast<std::size_t>(count), seed);
        QVERIFY(decimate(points, LineBlocks(points), x0, x1, columns) == reference(points, x0, x1, columns));
    }
}

void TestDecimate::keepsSpikes() {
    std::vector<PlotPoint> points;
    for (int i = 0; i < 100000; ++i)
        points.push_back({static_cast<double>(i), 1.0});
    points[70001].y = 50;
    points[70002].y = -50;
    const auto shown = decimate(points, LineBlocks(points), 0, 99999, 800);
    QVERIFY(std::find(shown.begin(), shown.end(), points[70001]) != shown.end());
    QVERIFY(std::find(shown.begin(), shown.end(), points[70002]) != shown.end());
}

void TestDecimate::keepsFirstAndLast() {
    const auto points = noisy(10000, 7);
    const auto whole = decimate(points, LineBlocks(points), points.front().x, points.back().x, 100);
    QVERIFY(whole.front() == points.front());
    QVERIFY(whole.back() == points.back());
    const auto part = decimate(points, LineBlocks(points), 1000.5, 3000.5, 100);
    QVERIFY2(part.front().x < 1000.5 && part.back().x > 3000.5, "a line must reach the edges");
    QVERIFY(std::is_sorted(part.begin(), part.end(), [](auto a, auto b) { return a.x < b.x; }));
}

void TestDecimate::staysSmall() {
    const auto points = noisy(200000, 3);
    QVERIFY(decimate(points, LineBlocks(points), points.front().x, points.back().x, 1000).size() <= 2004);
}

void TestDecimate::emptyAndPointless() {
    QVERIFY(decimate({}, {}, 0, 1, 10).empty());
    const std::vector<PlotPoint> same(50, PlotPoint{3, 4});
    QCOMPARE(decimate(same, LineBlocks(same), 3, 3, 10).size(), std::size_t{50});
    QCOMPARE(decimate(same, LineBlocks(same), 0, 5, 0).size(), std::size_t{1});
}

STEPVAULT_TEST(TestDecimate)

}  // namespace test_decimate

#include "test_decimate.moc"
