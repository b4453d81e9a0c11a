#include "ui/vault/space_curves.h"

#include <algorithm>
#include <array>

#include "ui/text/format.h"

namespace stepvault::ui {

namespace {

AxisUnit byteUnit(double bytes) {
    static constexpr std::array names{"KiB", "MiB", "GiB", "TiB"};
    AxisUnit unit{1024, {}};
    std::size_t at = 0;
    for (; at + 1 < names.size() && bytes >= 1024 * unit.size; ++at)
        unit.size *= 1024;
    unit.name = QString::fromLatin1(names[at]);
    return unit;
}

}  // namespace

SpaceCurves spaceCurves(const std::vector<VaultRun>& runs) {
    SpaceCurves result;
    double end = 0;
    double most = 0;
    for (const VaultRun& run : runs) {
        if (run.checkpoints.empty()) continue;
        std::vector<const CheckpointRow*> rows;
        for (const CheckpointRow& row : run.checkpoints)
            rows.push_back(&row);
        std::ranges::stable_sort(rows, {}, &CheckpointRow::filed);
        PlotCurve curve{.id = toQString(run.info.row.id),
                        .name = toQString(run.info.row.name),
                        .points = {},
                        .color = run.color};
        double sum = 0;
        for (const CheckpointRow* row : rows) {
            curve.points.push_back({row->filed, sum});
            sum += static_cast<double>(row->stored_bytes);
            curve.points.push_back({row->filed, sum});
        }
        end = std::max(end, rows.back()->filed);
        most = std::max(most, sum);
        result.curves.push_back(std::move(curve));
    }
    if (result.curves.empty()) return result;
    const AxisUnit bytes = byteUnit(most);
    for (PlotCurve& curve : result.curves) {
        curve.points.push_back({end, curve.points.back().y});
        for (PlotPoint& point : curve.points)
            point.y /= bytes.size;
    }
    result.yName = bytes.name;
    return result;
}

}  // namespace stepvault::ui
