#include "ui/charts/chart_table.h"

#include <array>
#include <charconv>

#include <QAbstractItemModel>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

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

void appendCell(QByteArray& out, const QString& text) {
    bool isNumber = false;
    const double value = displayLocale().toDouble(text, &isNumber);
    if (isNumber)
        appendNumber(out, value);
    else
        out.append(quoted(text));
}

}  // namespace

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

QByteArray chartTable(const QAbstractItemModel& model) {
    QByteArray out;
    const int columns = model.columnCount();
    for (int column = 0; column < columns; ++column) {
        if (column > 0) out.append(',');
        out.append(quoted(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
    }
    out.append('\n');
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < columns; ++column) {
            if (column > 0) out.append(',');
            appendCell(out, model.index(row, column).data().toString());
        }
        out.append('\n');
    }
    return out;
}

}  // namespace stepvault::ui
