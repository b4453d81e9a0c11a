// A chart as others can use it: picture, page or table.
#pragma once

#include <array>
#include <filesystem>

#include <QByteArray>
#include <QImage>

#include "ui/charts/exported_chart.h"

namespace stepvault::ui {

enum class ChartFormat { png2, png4, pdf, svg, csv };
inline constexpr std::array chartFormats{ChartFormat::png2, ChartFormat::png4, ChartFormat::pdf,
                                         ChartFormat::svg, ChartFormat::csv};

/// With the extension of the format, added where it is missing.
std::filesystem::path withExtension(std::filesystem::path file, ChartFormat format);

/// The chart as it is shown now, with title and legend above it, in the colours of its theme. `scale`: pixels
/// of the image for each pixel of the chart.
QImage chartImage(const ExportedChart& chart, int scale);
/// A page, or a drawing, of the chart's own size.
QByteArray chartPdf(const ExportedChart& chart);
QByteArray chartSvg(const ExportedChart& chart);

}  // namespace stepvault::ui
