// The numbers of a chart as CSV; they read back as they were.
#pragma once

#include <vector>

#include <QByteArray>
#include <QString>

#include "ui/charts/curve_set.h"
#include "ui/charts/plot_point.h"

class QAbstractItemModel;

namespace stepvault::ui {

/// All points as they were read, whatever is shown of them. Any thread.
QByteArray chartTable(const QString& xName, const QString& name, const std::vector<PlotPoint>& points);
/// The same for several curves, each point with its curve's name.
QByteArray chartTable(const QString& xName, const std::vector<PlotCurve>& curves);
/// A table's cells with its headings; numbers without the language's separators.
QByteArray chartTable(const QAbstractItemModel& model);

}  // namespace stepvault::ui
