// Tells which settings of a scheme are never worth taking, because another setting is at least as small and
// at least as exact.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace stepvault {

struct SettingOutcome {
    double size = 0;   ///< any unit, the same for all settings that are compared
    double error = 0;  ///< relative
};

/// How a setting compares with a better one. Both flags are false if the two are equal.
struct Dominance {
    std::size_t better = 0;  ///< index of the better setting
    bool is_larger = false;
    bool is_less_exact = false;
};

/// For each setting the nearest one (by index) that dominates it, and that nothing dominates itself; nullopt
/// for a setting that is worth taking. Of equal settings the first is worth taking.
std::vector<std::optional<Dominance>> find_dominated(std::span<const SettingOutcome> settings);

}  // namespace stepvault
