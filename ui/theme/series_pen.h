// How a run's curve is drawn, the same everywhere.
#pragma once

#include <cstddef>
#include <tuple>

#include <QPen>

#include "ui/theme/tokens.h"

namespace stepvault::ui {

/// Runs with smaller indices have a colour each.
inline constexpr std::size_t seriesColors = std::tuple_size_v<decltype(Tokens::series)>;

/// `index`: the run's own (RunListModel::colorOf). The first seven have the seven colours, the others shades
/// of them. No dashes: they make a noisy curve unreadable, and drawing one takes 30 times longer.
QPen seriesPen(const Tokens& tokens, std::size_t index, double width);

}  // namespace stepvault::ui
