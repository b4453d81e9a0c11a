#pragma once

#include <QString>

#include "library/summary/run_info.h"

namespace stepvault::ui {

/// A run's share of the vault as a sum, and its ratio to the originals; empty without a checkpoint.
QString sizeText(const RunInfo& run);

}  // namespace stepvault::ui
