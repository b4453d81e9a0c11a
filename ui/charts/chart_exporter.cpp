#include "ui/charts/chart_exporter.h"

#include <functional>
#include <utility>

#include <QBuffer>
#include <QFileDialog>
#include <QRegularExpression>
#include <QStandardPaths>

#include "base/atomic_file.h"
#include "ui/jobs/job_runner.h"
#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

/// The bytes of the file, made on any thread.
using Encoding = std::function<QByteArray()>;

Encoding encodingOf(const ExportedChart& chart, ChartFormat format) {
    switch (format) {
        case ChartFormat::png2:
        case ChartFormat::png4:
            return [image = chartImage(chart, format == ChartFormat::png2 ? 2 : 4)] {
                QByteArray bytes;
                QBuffer buffer(&bytes);
                buffer.open(QIODevice::WriteOnly);
                image.save(&buffer, "PNG");
                return bytes;
            };
        case ChartFormat::pdf:
            return [bytes = chartPdf(chart)] { return bytes; };
        case ChartFormat::svg:
            return [bytes = chartSvg(chart)] { return bytes; };
        case ChartFormat::csv:
            break;
    }
    return chart.table;
}

}  // namespace

ChartExporter::ChartExporter(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void ChartExporter::choose(const ExportedChart& chart, QWidget* window) {
    static const QRegularExpression unsafe(QStringLiteral("[^\\w.-]+"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QStringList filters{tr("Picture, twice as sharp (*.png)"),
                              tr("Picture, four times as sharp (*.png)"), tr("Page (*.pdf)"),
                              tr("Drawing (*.svg)"), tr("Its numbers (*.csv)")};
    QString chosen = filters.front();
    const QString file = QFileDialog::getSaveFileName(
        window, tr("Export chart"), folder % u'/' % QString(chart.title).replace(unsafe, QStringLiteral("-")),
        filters.join(QStringLiteral(";;")), &chosen);
    const qsizetype format = filters.indexOf(chosen);
    if (file.isEmpty() || format < 0) return;
    const ChartFormat as = chartFormats[static_cast<std::size_t>(format)];
    const std::filesystem::path whole = withExtension(toPath(file), as);
    std::error_code error;
    // The dialog asked only about the name that was typed.
    if (whole != toPath(file) && std::filesystem::exists(whole, error)) {
        emit failed(tr("%1 is there already; type its whole name to replace it").arg(formatPath(whole)));
        return;
    }
    write(chart, as, whole);
}

void ChartExporter::write(const ExportedChart& chart, ChartFormat format, std::filesystem::path file) {
    file = withExtension(std::move(file), format);
    job_ = runner_.start(
        Lane::work, this,
        [encode = encodingOf(chart, format), file](const JobContext&) {
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
