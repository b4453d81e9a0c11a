#include "ui/charts/chart_picture.h"

#include <charconv>
#include <cmath>

#include <QBuffer>
#include <QFontMetricsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "ui/charts/plot_view.h"

namespace stepvault::ui {

namespace {

constexpr qreal titleHeight = 32;
constexpr qreal titleMargin = 14;
constexpr int dotsPerInch = 96;

QSizeF pictureSize(const PlotView& plot) {
    const QSizeF size(plot.viewport()->size());
    return {size.width(), size.height() + titleHeight};
}

void paintPicture(QPainter& painter, PlotView& plot, const QString& title) {
    const QSizeF size = pictureSize(plot);
    const QRectF line(titleMargin, 0, size.width() - 2 * titleMargin, titleHeight);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF({}, size), plot.backgroundBrush());
    painter.setFont(plot.font());
    painter.setPen(plot.palette().color(QPalette::WindowText));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(plot.font()).elidedText(title, Qt::ElideRight, line.width()));
    plot.paintInto(painter, QRectF(0, titleHeight, size.width(), size.height() - titleHeight));
}

void appendNumber(QByteArray& out, double value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end - digits.data());
}

void appendPoint(QByteArray& out, const PlotPoint& point) {
    appendNumber(out, point.x);
    out.append(',');
    appendNumber(out, point.y);
    out.append('\n');
}

QByteArray quoted(const QString& text) {
    QByteArray bytes = text.toUtf8();
    if (!bytes.contains(',') && !bytes.contains('"') && !bytes.contains('\n')) return bytes;
    return '"' + bytes.replace("\"", "\"\"") + '"';
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

QImage chartImage(PlotView& plot, const QString& title, int scale) {
    QImage image(pictureSize(plot).toSize() * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paintPicture(painter, plot, title);
    return image;
}

QByteArray chartPdf(PlotView& plot, const QString& title) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setResolution(dotsPerInch);
    const qreal points = 72.0 / dotsPerInch;
    writer.setPageSize(QPageSize(pictureSize(plot) * points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter(&writer);
    paintPicture(painter, plot, title);
    painter.end();
    return bytes;
}

QByteArray chartSvg(PlotView& plot, const QString& title) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setTitle(title);
    generator.setResolution(dotsPerInch);
    generator.setSize(pictureSize(plot).toSize());
    generator.setViewBox(QRectF({}, pictureSize(plot)));
    QPainter painter(&generator);
    paintPicture(painter, plot, title);
    painter.end();
    return bytes;
}

QByteArray chartTable(const QString& xName, const QString& name, const std::vector<PlotPoint>& points) {
    QByteArray out = quoted(xName) + ',' + quoted(name) + '\n';
    for (const PlotPoint& point : points)
        appendPoint(out, point);
    return out;
}

QByteArray chartTable(const QString& xName, const std::vector<PlotCurve>& curves) {
    QByteArray out = "curve," + quoted(xName) + ",value\n";
    for (const PlotCurve& curve : curves) {
        const QByteArray name = quoted(curve.name);
        for (const PlotPoint& point : curve.points) {
            out.append(name).append(',');
            appendPoint(out, point);
        }
    }
    return out;
}

}  // namespace stepvault::ui
