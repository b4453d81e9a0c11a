// How a run's curve is drawn, the same everywhere.
#pragma once

#include <cstddef>

#include <QPen>

#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// `index`: the run's own (RunListModel::colorOf). One of the seven colours; whoever comes after the first
/// seven has a dash, too.
QPen seriesPen(const Tokens& tokens, std::size_t index, double width);

}  // namespace stepvault::ui
