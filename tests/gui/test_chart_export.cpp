#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include "support/registry.h"
#include "ui/bits/chart_table_card.h"
#include "ui/charts/chart_exporter.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/plot_view.h"
#include "ui/jobs/job_runner.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace test_chart_export {

using namespace stepvault;
using namespace stepvault::ui;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

/// The number of pixels with about this colour.
int countPixels(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            count += std::abs(pixel.red() - color.red()) < 12 &&
                     std::abs(pixel.green() - color.green()) < 12 &&
                     std::abs(pixel.blue() - color.blue()) < 12;
        }
    }
    return count;
}

class Bars : public QWidget {
 protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(20, 20, 200, 100, Qt::red); }
};

}  // namespace

class TestChartExport : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void cleanup();

    void picturesAreSharperAndWhole_data();
    void picturesAreSharperAndWhole();
    void drawingHasTheCurveAndItsWords();
    void pageHasTheChartsSize();
    void tableReadsBackAsItWas();
    void tableOfSeveralNamesEach();
    void severalCurvesHaveALegend();
    void paintedChartsAreExported();
    void tablesAreWithoutSeparators();
    void crosshairIsNotInIt();
    void missingExtensionIsAdded();
    void whatCannotBeWrittenIsSaid();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_->path()) / name; }
    QByteArray exported(ChartFormat format, const char* name);

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<PlotView> plot_;
    std::unique_ptr<JobRunner> runner_;
    std::unique_ptr<ChartExporter> exporter_;
    std::vector<PlotPoint> curve_;
};

void TestChartExport::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
    plot_ = std::make_unique<PlotView>(*theme_);
    runner_ = std::make_unique<JobRunner>();
    exporter_ = std::make_unique<ChartExporter>(*runner_);
    curve_.clear();
    for (int i = 1; i <= 500; ++i)
        curve_.push_back({static_cast<double>(i), 3.0 / i + 0.1});
    plot_->resize(600, 320);
    plot_->setCurve(QStringLiteral("train/loss, mean"), curve_, 1);
    plot_->setMarks({{QStringLiteral("a"), 100, true}});
    plot_->show();
    plot_->flush();
}

void TestChartExport::cleanup() {
    exporter_.reset();
    runner_.reset();
    plot_.reset();
    theme_.reset();
}

QByteArray TestChartExport::exported(ChartFormat format, const char* name) {
    QSignalSpy written(exporter_.get(), &ChartExporter::written);
    ExportedChart chart = plot_->exported();
    chart.title = QStringLiteral("gpt-adamw loss");
    exporter_->write(chart, format, path(name));
    if (!QTest::qWaitFor([&] { return exporter_->isSettled(); }, patience) || written.count() != 1) return {};
    QFile file(toQString(path(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestChartExport::picturesAreSharperAndWhole_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("scale");
    QTest::newRow("twice") << static_cast<int>(ChartFormat::png2) << 2;
    QTest::newRow("four times") << static_cast<int>(ChartFormat::png4) << 4;
}

void TestChartExport::picturesAreSharperAndWhole() {
    QFETCH(int, format);
    QFETCH(int, scale);
    const QImage image = QImage::fromData(exported(static_cast<ChartFormat>(format), "chart.png"));
    const QSize size = plot_->viewport()->size();
    QCOMPARE(image.width(), size.width() * scale);
    QVERIFY(image.height() > size.height() * scale);
    QVERIFY(countPixels(image, theme_->tokens().series[1]) > size.width() * scale);
    QVERIFY(countPixels(image, theme_->tokens().surface) > image.width() * image.height() / 2);
    // The title is above the chart.
    const QImage top = image.copy(0, 0, image.width(), 24 * scale);
    QVERIFY(countPixels(top, theme_->tokens().surface) < top.width() * top.height());
}

void TestChartExport::drawingHasTheCurveAndItsWords() {
    QXmlStreamReader xml(exported(ChartFormat::svg, "chart.svg"));
    QString text;
    int lines = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("text"))
            text += xml.readElementText(QXmlStreamReader::IncludeChildElements);
        lines += xml.name() == QLatin1String("path") || xml.name() == QLatin1String("polyline");
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(lines > 0);
    QVERIFY2(text.contains(QStringLiteral("gpt-adamw loss")) && text.contains(QStringLiteral("step")),
             qPrintable(text));
}

void TestChartExport::pageHasTheChartsSize() {
    const QByteArray bytes = exported(ChartFormat::pdf, "chart.pdf");
    QVERIFY(bytes.startsWith("%PDF-"));
    const QRegularExpression box(QStringLiteral("/MediaBox \\[\\s*0\\s+0\\s+([\\d.]+)\\s+([\\d.]+)"));
    const auto match = box.match(QString::fromLatin1(bytes));
    QVERIFY(match.hasMatch());
    QVERIFY(std::abs(match.captured(1).toDouble() - 0.75 * plot_->viewport()->width()) < 2);
}

void TestChartExport::tableReadsBackAsItWas() {
    curve_[7].y = std::nan("");
    plot_->setCurve(QStringLiteral("train/loss, mean"), curve_, 1);
    const QList<QByteArray> lines = exported(ChartFormat::csv, "chart.csv").split('\n');
    QCOMPARE(lines.size(), static_cast<qsizetype>(curve_.size()) + 2);
    QCOMPARE(lines.front(), QByteArray("step,\"train/loss, mean\""));
    for (std::size_t i = 0; i < curve_.size(); ++i) {
        const QList<QByteArray> cells = lines[static_cast<qsizetype>(i) + 1].split(',');
        QCOMPARE(cells[0].toDouble(), curve_[i].x);
        if (std::isnan(curve_[i].y))
            QCOMPARE(cells[1], QByteArray("nan"));
        else
            QVERIFY(cells[1].toDouble() == curve_[i].y);
    }
}

void TestChartExport::tableOfSeveralNamesEach() {
    plot_->setCurve({}, {}, 0);
    plot_->setCurves({{QStringLiteral("a"), QStringLiteral("run, a"), {{1, 0.5}, {2, 0.25}}, 0},
                      {QStringLiteral("b"), QStringLiteral("b"), {{1, 4}}, 1}});
    QCOMPARE(exported(ChartFormat::csv, "chart.csv"),
             QByteArray("curve,step,value\n\"run, a\",1,0.5\n\"run, a\",2,0.25\nb,1,4\n"));
}

void TestChartExport::severalCurvesHaveALegend() {
    plot_->setCurves({{QStringLiteral("a"), QStringLiteral("run a"), {{1, 0.5}, {2, 0.25}}, 0},
                      {QStringLiteral("b"), QStringLiteral("run b"), {{1, 4}, {2, 3}}, 2}});
    const QImage image = QImage::fromData(exported(ChartFormat::png2, "chart.png"));
    // The legend is between the title and the chart, with each curve in its colour.
    const QImage head = image.copy(0, 64, image.width(), 40);
    QVERIFY(countPixels(head, theme_->tokens().series[0]) > 20);
    QVERIFY(countPixels(head, theme_->tokens().series[2]) > 20);
    const QByteArray drawing = exported(ChartFormat::svg, "chart.svg");
    QVERIFY(drawing.contains("run a") && drawing.contains("run b"));
    // A legend of more than one line makes the image higher.
    std::vector<PlotCurve> many;
    for (std::size_t i = 0; i < 30; ++i)
        many.push_back({QString::number(i), QStringLiteral("a long name %1").arg(i), {{1, 1}, {2, 2}}, i});
    plot_->setCurves(many);
    QVERIFY(QImage::fromData(exported(ChartFormat::png2, "many.png")).height() > image.height() + 80);
}

void TestChartExport::paintedChartsAreExported() {
    ChartTableCard card(QStringLiteral("Bars"), new Bars, {QStringLiteral("Bar"), QStringLiteral("Height")});
    card.setLines({{QStringLiteral("first"), QStringLiteral("1,250.5")}});
    card.resize(400, 300);
    card.show();
    const ExportedChart chart = card.exported();
    QCOMPARE(chart.title, QStringLiteral("Bars"));
    const QImage image = chartImage(chart, 2);
    QVERIFY(image.width() > 600 && countPixels(image, Qt::red) > 10000);
    // The drawing contains the bar as a shape, not as pixels.
    QVERIFY(chartSvg(chart).contains("#ff0000") && !chartSvg(chart).contains("<image"));
    QVERIFY(chartPdf(chart).startsWith("%PDF-"));
    QCOMPARE(chart.table(), QByteArray("Bar,Height\nfirst,1250.5\n"));
}

void TestChartExport::tablesAreWithoutSeparators() {
    TextTableModel model({QStringLiteral("a, b"), QStringLiteral("c")});
    model.setLines({{QStringLiteral("x \"y\""), QStringLiteral("12,345,678")},
                    {QStringLiteral("0.5 %"), QStringLiteral("–")}});
    QCOMPARE(chartTable(model), QByteArray("\"a, b\",c\n\"x \"\"y\"\"\",12345678\n0.5 %,–\n"));
}

void TestChartExport::crosshairIsNotInIt() {
    const QByteArray before = exported(ChartFormat::png2, "before.png");
    QTest::mouseMove(plot_->viewport(), QPoint(300, 150));
    QTRY_VERIFY(!plot_->crosshairText().isEmpty());
    QCOMPARE(exported(ChartFormat::png2, "after.png"), before);
    QVERIFY(!plot_->crosshairText().isEmpty());
}

void TestChartExport::missingExtensionIsAdded() {
    QCOMPARE(withExtension("a.b", ChartFormat::svg), fs::path("a.b.svg"));
    QCOMPARE(withExtension("a.PNG", ChartFormat::png4), fs::path("a.PNG"));
    QCOMPARE(withExtension("a.png", ChartFormat::csv), fs::path("a.png.csv"));
    exporter_->write(plot_->exported(), ChartFormat::pdf, path("chart"));
    QTRY_VERIFY_WITH_TIMEOUT(exporter_->isSettled(), patience);
    QVERIFY(fs::exists(path("chart.pdf")) && !fs::exists(path("chart")));
}

void TestChartExport::whatCannotBeWrittenIsSaid() {
    QSignalSpy failed(exporter_.get(), &ChartExporter::failed);
    exporter_->write(plot_->exported(), ChartFormat::csv, path("none") / "chart.csv");
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("none")));
}

STEPVAULT_TEST(TestChartExport)

}  // namespace test_chart_export

#include "test_chart_export.moc"
