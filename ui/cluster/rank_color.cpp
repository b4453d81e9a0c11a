#include "ui/cluster/rank_color.h"

namespace stepvault::ui {

namespace {
/// The range of a shade; text is dark on light colours and light on dark ones.
struct Range {
    double faintest;
    double strongest;
};
constexpr Range inLight{0.30, 0.62};
constexpr Range inDark{0.24, 0.50};
}  // namespace

QColor nodeColor(const Tokens& tokens, std::uint32_t node) {
    return tokens.series[node % tokens.series.size()];
}

QColor rankColor(const Tokens& tokens, std::uint32_t rank, std::uint32_t processes) {
    const Range range = tokens.dark ? inDark : inLight;
    const double at = processes < 2 ? 0.5 : static_cast<double>(rank % processes) / (processes - 1);
    return blend(tokens.surface, nodeColor(tokens, rank / processes),
                 range.faintest + (range.strongest - range.faintest) * at);
}

}  // namespace stepvault::ui
