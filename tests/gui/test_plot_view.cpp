#include <cmath>
#include <limits>

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include "support/registry.h"
#include "ui/charts/plot_view.h"
#include "ui/interval/schedule_rows.h"
#include "ui/theme/theme.h"

namespace test_plot_view {

using namespace stepvault::ui;

namespace {

std::vector<PlotPoint> falling(int count) {
    std::vector<PlotPoint> points;
    for (int i = 0; i < count; ++i)
        points.push_back({i * 10.0, 5 * std::exp(-i / 40.0) + 0.5});
    return points;
}

/// The number of pixels with nearly this colour.
int count(const QImage& image, const QColor& color) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            const int distance = std::abs(pixel.red() - color.red()) +
                                 std::abs(pixel.green() - color.green()) +
                                 std::abs(pixel.blue() - color.blue());
            if (distance < 40) ++found;
        }
    }
    return found;
}

/// The number of pixels that the first series, which is blue, covers at least half.
int countBlue(const QImage& image) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (pixel.blue() - pixel.red() > 70) ++found;
        }
    }
    return found;
}

int countDark(const QImage& image) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            found += image.pixelColor(x, y).lightness() < 150 ? 1 : 0;
    }
    return found;
}

}  // namespace

class TestPlotView : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void cleanup() { view_.reset(); }
    void paintsTheCurve_data();
    void paintsTheCurve();
    void logWithZerosStaysVisible();
    void gapsAreNotBridged();
    void lonePointIsADot();
    void coveredMarksAreLeftOut();
    void marksSelectAndHover();
    void crosshairTellsTheValue();
    void wheelZoomsAndDoubleClickResets();
    void yFollowsWhatIsSeen();
    void keysZoomAndPan();
    void crosshairStaysAsDataArrive();
    void rubberBandZooms();
    void middleDragPans();
    void keysStepThroughMarks();
    void liveDataIsCoalesced();
    void forecastReachesBeyondTheCurve();
    void rowsShareTheAxis();

 private:
    [[nodiscard]] QColor seriesColor() const { return theme_->tokens().series[0]; }
    void show(std::vector<PlotPoint> points);
    void wheel(const QPoint& at, int notches);

    std::unique_ptr<Theme> theme_;
    std::unique_ptr<PlotView> view_;
};

void TestPlotView::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    if (!theme_) theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
    view_ = std::make_unique<PlotView>(*theme_);
    view_->resize(640, 320);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
}

void TestPlotView::show(std::vector<PlotPoint> points) {
    view_->setCurve(QStringLiteral("loss"), std::move(points), 0);
    view_->flush();
}

void TestPlotView::wheel(const QPoint& at, int notches) {
    QWheelEvent event(at, view_->viewport()->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view_->viewport(), &event);
}

void TestPlotView::paintsTheCurve_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestPlotView::paintsTheCurve() {
    QFETCH(bool, dark);
    QCOMPARE(count(view_->grab().toImage(), seriesColor()), 0);
    theme_->setMode(dark ? ThemeMode::dark : ThemeMode::light);
    show(falling(500));
    const QImage image = view_->grab().toImage();
    QVERIFY2(count(image, seriesColor()) > 300, qPrintable(QString::number(count(image, seriesColor()))));
    QCOMPARE(image.pixelColor(2, 2), theme_->tokens().surface);
}

void TestPlotView::logWithZerosStaysVisible() {
    auto points = falling(500);
    points[3].y = 0;
    points[200].y = -1;
    const QSignalSpy hints(view_.get(), &PlotView::hintChanged);
    show(points);
    view_->setScale(AxisScale::log);
    QVERIFY(count(view_->grab().toImage(), seriesColor()) > 300);
    QCOMPARE(hints.count(), 1);
    QVERIFY(hints.last().first().toString().startsWith(QStringLiteral("2 ")));
}

void TestPlotView::lonePointIsADot() {
    show({{0, 1}, {1, std::nan("")}, {2, 1.5}, {3, std::nan("")}, {4, 2}});
    const int dots = countBlue(view_->grab().toImage());
    QVERIFY2(dots >= 3 && dots < 30, qPrintable(QString::number(dots)));
}

void TestPlotView::coveredMarksAreLeftOut() {
    show(falling(100));
    std::vector<PlotMark> marks;
    for (int i = 0; i < 2000; ++i)
        marks.push_back({QString::number(i), i * 0.5, i % 100 == 0});
    view_->setMarks(std::move(marks));
    view_->flush();
    const std::size_t drawn = view_->drawnMarks();
    QVERIFY2(drawn > 40 && drawn < 90, qPrintable(QString::number(drawn)));
    // The selected one is drawn wherever it lies, and found under the mouse.
    view_->setSelectedMark(QStringLiteral("1234"));
    const QPoint at = view_->markPosition(QStringLiteral("1234"));
    QVERIFY(count(view_->grab().toImage().copy(at.x(), at.y(), 1, 1), theme_->tokens().surface) == 1);
    QVERIFY(count(view_->grab().toImage().copy(at.x() - 8, at.y() - 8, 17, 17), theme_->tokens().text) > 10);
}

void TestPlotView::gapsAreNotBridged() {
    std::vector<PlotPoint> points;
    for (int i = 0; i <= 100; ++i)
        points.push_back(
            {static_cast<double>(i), i > 30 && i < 70 ? std::numeric_limits<double>::quiet_NaN() : 1.0});
    points.push_back({101, 2});
    show(points);
    const QImage image = view_->grab().toImage();
    const int middle = image.width() / 2;
    QCOMPARE(count(image.copy(middle - 60, 0, 120, image.height()), seriesColor()), 0);
    QVERIFY(count(image.copy(80, 0, 80, image.height()), seriesColor()) > 60);
}

void TestPlotView::marksSelectAndHover() {
    show(falling(100));
    view_->setMarks({{QStringLiteral("a"), 200, true}, {QStringLiteral("b"), 600, false}});
    view_->setMarkLabel([](const QString& id) { return QStringLiteral("checkpoint ") + id; });
    view_->flush();
    QSignalSpy activated(view_.get(), &PlotView::markActivated);
    QSignalSpy hovered(view_.get(), &PlotView::markHovered);
    const QPoint at = view_->markPosition(QStringLiteral("b"));
    QTest::mouseMove(view_->viewport(), at + QPoint(2, 1));
    QTRY_COMPARE(view_->hoveredMark(), QStringLiteral("b"));
    QCOMPARE(hovered.last().first().toString(), QStringLiteral("b"));
    QCOMPARE(view_->crosshairText(), QStringLiteral("checkpoint b"));
    QTest::mouseClick(view_->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.last().first().toString(), QStringLiteral("b"));
    QTest::mouseClick(view_->viewport(), Qt::LeftButton, {}, at + QPoint(60, -40));
    QCOMPARE(activated.count(), 1);
    // A filled diamond and an outlined one.
    const QImage image = view_->grab().toImage();
    QCOMPARE(image.pixelColor(view_->markPosition(QStringLiteral("a"))), seriesColor());
    QCOMPARE(count(image.copy(at.x(), at.y(), 1, 1), theme_->tokens().surface), 1);
}

void TestPlotView::crosshairTellsTheValue() {
    show({{0, 1}, {100, 3.25}, {200, 2}});
    QTest::mouseMove(view_->viewport(), QPoint(view_->viewport()->width() / 2 + 20, 100));
    QTRY_VERIFY(view_->crosshairText().contains(QStringLiteral("step 100")));
    QVERIFY(view_->crosshairText().contains(QStringLiteral("3.250")));
}

void TestPlotView::wheelZoomsAndDoubleClickResets() {
    show(falling(100));
    const PlotRange home = view_->zoom().current();
    wheel({300, 150}, 3);
    QVERIFY(view_->zoom().isZoomed());
    const PlotRange zoomed = view_->zoom().current();
    QVERIFY(zoomed.x1 - zoomed.x0 < 0.6 * (home.x1 - home.x0));
    QVERIFY(zoomed.x0 > home.x0 && zoomed.x1 < home.x1);
    wheel({300, 150}, -30);
    QVERIFY2(!view_->zoom().isZoomed(), "wheeling out past everything is home");
    wheel({300, 150}, 2);
    QTest::mouseDClick(view_->viewport(), Qt::LeftButton, {}, {300, 150});
    QVERIFY(!view_->zoom().isZoomed());
    QVERIFY(view_->zoom().current() == home);
}

void TestPlotView::yFollowsWhatIsSeen() {
    show(falling(400));
    const PlotRange home = view_->frame().range;
    // A drag to the right, however flat.
    QTest::mousePress(view_->viewport(), Qt::LeftButton, {}, {450, 150});
    QTest::mouseMove(view_->viewport(), {500, 152});
    QTest::mouseMove(view_->viewport(), {600, 153});
    QTest::mouseRelease(view_->viewport(), Qt::LeftButton, {}, {600, 153});
    const PlotRange seen = view_->frame().range;
    QVERIFY(seen.x0 > 2400 && seen.x1 < home.x1);
    // The curve is all but flat there.
    QVERIFY2(seen.y0 > 0.4 && seen.y1 < 0.6, qPrintable(QString::number(seen.y1)));
    QVERIFY(count(view_->grab().toImage(), seriesColor()) > 100);
    auto* reset = view_->findChild<QToolButton*>();
    QVERIFY(reset->isVisible());
    QTest::mouseClick(reset, Qt::LeftButton);
    QVERIFY(view_->frame().range == home && !reset->isVisible());
}

void TestPlotView::keysZoomAndPan() {
    show(falling(100));
    const PlotRange home = view_->frame().range;
    QTest::keyClick(view_.get(), Qt::Key_Plus);
    QTest::keyClick(view_.get(), Qt::Key_Plus);
    const PlotRange zoomed = view_->frame().range;
    QVERIFY(zoomed.x1 - zoomed.x0 < 0.7 * (home.x1 - home.x0));
    QTest::keyClick(view_.get(), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(view_->frame().range.x0 > zoomed.x0);
    QTest::keyClick(view_.get(), Qt::Key_0);
    QVERIFY(view_->frame().range == home);
}

void TestPlotView::crosshairStaysAsDataArrive() {
    show({{0, 1}, {100, 3.25}, {200, 2}});
    QTest::mouseMove(view_->viewport(), QPoint(view_->viewport()->width() / 2 + 24, 110));
    QTRY_VERIFY(view_->crosshairText().contains(QStringLiteral("step 100")));
    show({{0, 1}, {100, 3.5}, {200, 2}, {201, 1}});
    QVERIFY2(view_->crosshairText().contains(QStringLiteral("3.500")), qPrintable(view_->crosshairText()));
}

void TestPlotView::rubberBandZooms() {
    show(falling(100));
    const PlotRange home = view_->zoom().current();
    QTest::mousePress(view_->viewport(), Qt::LeftButton, Qt::ShiftModifier, {200, 60});
    QTest::mouseMove(view_->viewport(), {250, 90});
    QTest::mouseMove(view_->viewport(), {400, 200});
    QTest::mouseRelease(view_->viewport(), Qt::LeftButton, {}, {400, 200});
    const PlotRange zoomed = view_->zoom().current();
    QVERIFY(zoomed.x0 > home.x0 && zoomed.x1 < home.x1 && zoomed.y0 > home.y0 && zoomed.y1 < home.y1);
    QTest::mouseClick(view_->viewport(), Qt::RightButton, {}, {300, 100});
    QVERIFY(view_->zoom().current() == home);
}

void TestPlotView::middleDragPans() {
    show(falling(100));
    wheel({300, 150}, 4);
    const PlotRange before = view_->zoom().current();
    QTest::mousePress(view_->viewport(), Qt::MiddleButton, {}, {300, 150});
    QTest::mouseMove(view_->viewport(), {350, 150});
    QTest::mouseRelease(view_->viewport(), Qt::MiddleButton, {}, {350, 150});
    const PlotRange after = view_->zoom().current();
    QVERIFY(after.x0 < before.x0);
    QCOMPARE(after.x1 - after.x0, before.x1 - before.x0);
    QCOMPARE(after.y0, before.y0);
}

void TestPlotView::keysStepThroughMarks() {
    show(falling(100));
    view_->setMarks({{QStringLiteral("a"), 200, true}, {QStringLiteral("b"), 600, false}});
    view_->flush();
    QSignalSpy activated(view_.get(), &PlotView::markActivated);
    connect(view_.get(), &PlotView::markActivated, view_.get(), &PlotView::setSelectedMark);
    for (const auto key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Right, Qt::Key_Left})
        QTest::keyClick(view_.get(), key);
    QStringList ids;
    for (const auto& arguments : activated)
        ids << arguments.first().toString();
    QCOMPARE(ids.join(QString()), QStringLiteral("abba"));
}

void TestPlotView::liveDataIsCoalesced() {
    for (int i = 2; i < 60; ++i)
        view_->setCurve(QStringLiteral("loss"), falling(i), 0);
    QCOMPARE(view_->model().curve().size(), std::size_t{59});
    QTRY_VERIFY(view_->zoom().home().x1 > 570);
    QVERIFY(count(view_->grab().toImage(), seriesColor()) > 200);
}

void TestPlotView::forecastReachesBeyondTheCurve() {
    show(falling(100));
    const double before = view_->frame().range.x1;
    PlotForecast forecast;
    forecast.x1 = 4000;
    for (int step = 0; step <= 4000; step += 100) {
        forecast.fit.push_back({static_cast<double>(step), 0.4});
        forecast.band.push_back(0.2);
    }
    view_->setForecast(forecast, QStringLiteral("now"));
    view_->flush();
    QVERIFY(before < 4000 && view_->frame().range.x1 >= 4000);
    QVERIFY2(view_->frame().range.y0 < 0.4, "the fit is in sight");
    const QImage image = view_->grab().toImage();
    const QPointF inBand(view_->frame().sceneX(3050), view_->frame().sceneY(0.5));
    QVERIFY(image.pixelColor(inBand.toPoint()) != theme_->tokens().surface);
    const QRect onFit(QPoint(0, static_cast<int>(view_->frame().sceneY(0.4)) - 2), QSize(image.width(), 5));
    QVERIFY(countDark(image.copy(onFit)) > 150);
    view_->setForecast({});
    view_->flush();
    QCOMPARE(view_->frame().range.x1, before);
}

void TestPlotView::rowsShareTheAxis() {
    show(falling(100));
    const Tokens& tokens = theme_->tokens();
    ScheduleRows rows(*theme_);
    std::vector<std::int64_t> million;
    for (std::int64_t i = 0; i < 1'000'000; ++i)
        million.push_back(i / 1000);
    rows.setRows({{.name = QStringLiteral("few"), .hint = {}, .steps = {500}, .accented = true},
                  {.name = QStringLiteral("many"), .hint = {}, .steps = million}});
    rows.resize(640, rows.height());
    rows.alignTo(view_->frame());
    QCOMPARE(rows.frame().area.left(), view_->frame().area.left());
    QCOMPARE(rows.frame().sceneX(500), view_->frame().sceneX(500));
    // A million marks are drawn only as far as they lie side by side.
    QVERIFY(rows.drawnMarks() > 50 && rows.drawnMarks() < 200);
    const QImage image = rows.grab().toImage();
    const auto x = static_cast<int>(rows.frame().sceneX(500));
    const auto few = static_cast<int>(rows.frame().sceneY(1));
    QCOMPARE(image.pixelColor(x, few), tokens.accent);
    QVERIFY(image.pixelColor(x - 8, few - 3) != tokens.accent);
    const auto many = static_cast<int>(rows.frame().sceneY(0));
    int marked = 0;
    for (int at = x - 40; at < x + 40; ++at)
        marked += image.pixelColor(at, many) == tokens.muted ? 1 : 0;
    QVERIFY2(marked > 40, qPrintable(QString::number(marked)));
}

STEPVAULT_TEST(TestPlotView)

}  // namespace test_plot_view

#include "test_plot_view.moc"
