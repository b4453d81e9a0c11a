#include <algorithm>
#include <random>
#include <vector>

#include <QTest>

#include "support/registry.h"
#include "ui/charts/line_parts.h"

namespace test_line_parts {

using namespace stepvault::ui;

namespace {

constexpr double width = 1.5;

QPen penOf(const QList<qreal>& pattern) {
    QPen pen(Qt::black, width);
    if (!pattern.isEmpty()) pen.setDashPattern(pattern);
    return pen;
}

/// Whether a pen draws at a place along a line, and the distance to the next change.
struct Ink {
    bool is;
    double margin;
};

Ink inkAt(const QList<qreal>& pattern, double along) {
    double phase = along;
    for (qsizetype i = 0;; i = (i + 1) % pattern.size()) {
        const double length = pattern[i] * width;
        if (phase < length) return {i % 2 == 0, std::min(phase, length - phase)};
        phase -= length;
    }
}

double distance(const QPointF& point, const QLineF& line) {
    const QPointF along = line.p2() - line.p1();
    const double length2 = QPointF::dotProduct(along, along);
    const double t = length2 > 0 ? QPointF::dotProduct(point - line.p1(), along) / length2 : 0;
    return QLineF(point, line.pointAt(std::clamp(t, 0.0, 1.0))).length();
}

bool isInked(const QPointF& point, const std::vector<QLineF>& parts) {
    return std::ranges::any_of(parts, [&](const QLineF& part) { return distance(point, part) < 1e-6; });
}

}  // namespace

class TestLineParts : public QObject {
    Q_OBJECT

 private slots:
    void keepsASolidLineWhole() {
        const QPolygonF points({{0, 0}, {5, 7}, {5, 7}, {-3, 1e7}});
        const auto parts = lineParts(points, penOf({}), QRectF(0, 0, 10, 10));
        QCOMPARE(parts.size(), std::size_t{3});
        for (qsizetype i = 0; i < 3; ++i)
            QCOMPARE(parts[static_cast<std::size_t>(i)], QLineF(points[i], points[i + 1]));
    }

    void inksAsThePatternSays_data() {
        QTest::addColumn<QList<qreal>>("pattern");
        QTest::newRow("two") << QList<qreal>{5, 3};
        QTest::newRow("four") << QList<qreal>{8, 3, 1.5, 3};
    }
    void inksAsThePatternSays() {
        QFETCH(QList<qreal>, pattern);
        const QRectF area(20, 20, 60, 60);
        std::mt19937 random(7);
        std::uniform_real_distribution<double> place(0, 100);
        for (int round = 0; round < 20; ++round) {
            // The line never goes back, so that it does not cross itself.
            QPolygonF points;
            for (int i = 0; i < 8; ++i)
                points.append({14.0 * i, place(random)});
            const auto parts = lineParts(points, penOf(pattern), area);
            double along = 0;
            for (qsizetype i = 0; i + 1 < points.size(); ++i) {
                const QLineF line(points[i], points[i + 1]);
                for (double at = 0.05; at < line.length(); at += 0.37) {
                    const QPointF point = line.pointAt(at / line.length());
                    const Ink ink = inkAt(pattern, along + at);
                    if (area.contains(point) && ink.margin > 1e-3) QCOMPARE(isInked(point, parts), ink.is);
                }
                along += line.length();
            }
        }
    }

    /// A zoomed chart has lines that are far longer than its width.
    void makesNoMoreThanIsSeen() {
        const QRectF area(0, 0, 100, 100);
        const auto parts = lineParts(QPolygonF({{50, -1e12}, {50, 1e12}, {1e12, 1e12}}), penOf({5, 3}), area);
        QVERIFY(!parts.empty());
        QVERIFY(parts.size() <= 10);
        for (const QLineF& part : parts)
            QVERIFY(part.y1() > -1 && part.y2() < 101);
    }
};

STEPVAULT_TEST(TestLineParts)

}  // namespace test_line_parts

#include "test_line_parts.moc"
