#include "ui/charts/chart_picture.h"

#include <algorithm>

#include <QBuffer>
#include <QFontMetricsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace stepvault::ui {

namespace {

constexpr qreal titleHeight = 32;
constexpr qreal titleMargin = 14;
constexpr int dotsPerInch = 96;

constexpr qreal legendLine = 20;
constexpr qreal sampleWidth = 22;
constexpr qreal sampleGap = 6;
constexpr qreal entryGap = 18;
constexpr qreal mostNameWidth = 240;

/// Where each entry of the legend stands, below the title; as wide as the chart allows.
std::vector<QRectF> legendPlaces(const ExportedChart& chart) {
    const QFontMetricsF metrics(chart.font);
    std::vector<QRectF> places;
    QPointF at(titleMargin, titleHeight);
    for (const ExportedChart::LegendEntry& entry : chart.legend) {
        const qreal width =
            sampleWidth + sampleGap + std::min(mostNameWidth, metrics.horizontalAdvance(entry.name));
        if (at.x() > titleMargin && at.x() + width > chart.size.width() - titleMargin)
            at = QPointF(titleMargin, at.y() + legendLine);
        places.emplace_back(at, QSizeF(width, legendLine));
        at.rx() += width + entryGap;
    }
    return places;
}

qreal headHeight(const ExportedChart& chart) {
    const std::vector<QRectF> places = legendPlaces(chart);
    return places.empty() ? titleHeight : places.back().bottom() + sampleGap;
}

QSizeF pictureSize(const ExportedChart& chart) {
    return {chart.size.width(), chart.size.height() + headHeight(chart)};
}

void paintPicture(QPainter& painter, const ExportedChart& chart) {
    const QSizeF size = pictureSize(chart);
    const QRectF line(titleMargin, 0, size.width() - 2 * titleMargin, titleHeight);
    const QFontMetricsF metrics(chart.font);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF({}, size), chart.ground);
    painter.setFont(chart.font);
    painter.setPen(chart.ink);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(chart.title, Qt::ElideRight, line.width()));
    const std::vector<QRectF> places = legendPlaces(chart);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const QRectF& place = places[i];
        painter.setPen(chart.legend[i].pen);
        painter.drawLine(QPointF(place.left(), place.center().y()),
                         QPointF(place.left() + sampleWidth, place.center().y()));
        painter.setPen(chart.ink);
        painter.drawText(place.adjusted(sampleWidth + sampleGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(chart.legend[i].name, Qt::ElideMiddle, mostNameWidth));
    }
    chart.paint(painter, QRectF({0, headHeight(chart)}, chart.size));
}

}  // namespace

std::filesystem::path withExtension(std::filesystem::path file, ChartFormat format) {
    const char* extension = format == ChartFormat::pdf   ? ".pdf"
                            : format == ChartFormat::svg ? ".svg"
                            : format == ChartFormat::csv ? ".csv"
                                                         : ".png";
    if (QString::fromStdString(file.extension().string())
            .compare(QLatin1String(extension), Qt::CaseInsensitive) != 0)
        file += extension;
    return file;
}

QImage chartImage(const ExportedChart& chart, int scale) {
    QImage image(pictureSize(chart).toSize() * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paintPicture(painter, chart);
    return image;
}

QByteArray chartPdf(const ExportedChart& chart) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(chart.title);
    writer.setResolution(dotsPerInch);
    const qreal points = 72.0 / dotsPerInch;
    writer.setPageSize(QPageSize(pictureSize(chart) * points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter(&writer);
    paintPicture(painter, chart);
    painter.end();
    return bytes;
}

QByteArray chartSvg(const ExportedChart& chart) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setTitle(chart.title);
    generator.setResolution(dotsPerInch);
    generator.setSize(pictureSize(chart).toSize());
    generator.setViewBox(QRectF({}, pictureSize(chart)));
    QPainter painter(&generator);
    paintPicture(painter, chart);
    painter.end();
    return bytes;
}

}  // namespace stepvault::ui
