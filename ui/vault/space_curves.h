// The bytes that each run stores, as they grew.
#pragma once

#include <vector>

#include <QString>

#include "ui/charts/curve_set.h"
#include "ui/models/vault_view.h"

namespace stepvault::ui {

struct SpaceCurves {
    /// Over seconds since the epoch; steps up at each filing, then level to where the last run ends.
    std::vector<PlotCurve> curves;
    QString yName;  ///< the unit of bytes
};

/// The curves of the runs that have checkpoints.
SpaceCurves spaceCurves(const std::vector<VaultRun>& runs);

}  // namespace stepvault::ui
