// The bytes that each run stores, as they grew.
#pragma once

#include <vector>

#include <QString>

#include "ui/charts/curve_set.h"
#include "ui/vault/vault_view.h"

namespace stepvault::ui {

struct SpaceCurves {
    std::vector<PlotCurve> curves;  ///< steps up at each filing, then level to where the last run ends
    QString xName;                  ///< the unit of time
    QString yName;                  ///< the unit of bytes
    double begin = 0;               ///< where x is 0, in seconds since the epoch
};

/// Of the runs that have checkpoints. Time counts from the first filing of all.
SpaceCurves spaceCurves(const std::vector<VaultRun>& runs);

}  // namespace stepvault::ui
