// A chart as others can use it: picture, page or table.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include <QByteArray>
#include <QImage>
#include <QString>

#include "ui/charts/curve_set.h"
#include "ui/charts/plot_point.h"

namespace stepvault::ui {

class PlotView;

enum class ChartFormat { png2, png4, pdf, svg, csv };
inline constexpr std::array chartFormats{ChartFormat::png2, ChartFormat::png4, ChartFormat::pdf,
                                         ChartFormat::svg, ChartFormat::csv};

/// With the extension of the format, added where it is missing.
std::filesystem::path withExtension(std::filesystem::path file, ChartFormat format);

/// What the chart shows now, `title` above it, in the colours of its theme. `scale`: pixels of the image for
/// one of the chart.
QImage chartImage(PlotView& plot, const QString& title, int scale);
/// A page, or a drawing, of the chart's own size.
QByteArray chartPdf(PlotView& plot, const QString& title);
QByteArray chartSvg(PlotView& plot, const QString& title);
/// All points as they were read, whatever is shown of them; numbers read back as they were. Any thread.
QByteArray chartTable(const QString& xName, const QString& name, const std::vector<PlotPoint>& points);
/// The same for several curves, each point with its curve's name.
QByteArray chartTable(const QString& xName, const std::vector<PlotCurve>& curves);

}  // namespace stepvault::ui
