#include "ui/dialogs/chart_exporter.h"

#include <functional>
#include <utility>

#include <QBuffer>
#include <QFileDialog>
#include <QRegularExpression>
#include <QStandardPaths>

#include "base/atomic_file.h"
#include "ui/charts/plot_view.h"
#include "ui/jobs/job_runner.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

/// The bytes of the file, made on any thread.
using Encoding = std::function<QByteArray()>;

Encoding encodingOf(PlotView& plot, const QString& title, ChartFormat format) {
    switch (format) {
        case ChartFormat::png2:
        case ChartFormat::png4:
            return [image = chartImage(plot, title, format == ChartFormat::png2 ? 2 : 4)] {
                QByteArray bytes;
                QBuffer buffer(&bytes);
                buffer.open(QIODevice::WriteOnly);
                image.save(&buffer, "PNG");
                return bytes;
            };
        case ChartFormat::pdf:
            return [bytes = chartPdf(plot, title)] { return bytes; };
        case ChartFormat::svg:
            return [bytes = chartSvg(plot, title)] { return bytes; };
        case ChartFormat::csv:
            break;
    }
    if (!plot.model().curves().empty()) {
        std::vector<PlotCurve> curves;
        for (const CurveSet::Curve& curve : plot.model().curves().curves())
            curves.push_back(curve.given);
        return [xName = plot.xName(), curves = std::move(curves)] { return chartTable(xName, curves); };
    }
    return [xName = plot.xName(), name = plot.name(), points = plot.model().curve()] {
        return chartTable(xName, name, points);
    };
}

}  // namespace

ChartExporter::ChartExporter(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void ChartExporter::choose(PlotView& plot, const QString& title, QWidget* window) {
    static const QRegularExpression unsafe(QStringLiteral("[^\\w.-]+"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QStringList filters{tr("Picture, twice as sharp (*.png)"),
                              tr("Picture, four times as sharp (*.png)"), tr("Page (*.pdf)"),
                              tr("Drawing (*.svg)"), tr("Its numbers (*.csv)")};
    QString chosen = filters.front();
    const QString file = QFileDialog::getSaveFileName(
        window, tr("Export chart"), folder % u'/' % QString(title).replace(unsafe, QStringLiteral("-")),
        filters.join(QStringLiteral(";;")), &chosen);
    const qsizetype format = filters.indexOf(chosen);
    if (!file.isEmpty() && format >= 0)
        write(plot, title, chartFormats[static_cast<std::size_t>(format)], toPath(file));
}

void ChartExporter::write(PlotView& plot, const QString& title, ChartFormat format,
                          std::filesystem::path file) {
    file = withExtension(std::move(file), format);
    job_ = runner_.start(
        Lane::work, this,
        [encode = encodingOf(plot, title, format), file](const JobContext&) {
            const QByteArray bytes = encode();
            return write_file_atomically(
                file, std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))));
        },
        [this, file](const Status& status) {
            job_ = 0;
            if (status.ok())
                emit written(file);
            else
                emit failed(toQString(status.error().message));
        });
}

}  // namespace stepvault::ui
