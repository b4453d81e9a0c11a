#pragma once

#include <cstdint>
#include <optional>

namespace stepvault::ui {

/// The figures that the user set for the plan of a run, in seconds; nullopt for those that the plan finds
/// itself.
struct PlanInputs {
    std::optional<std::uint64_t> steps;  ///< of the whole training
    std::optional<double> iteration;
    std::optional<double> meanToFailure;  ///< of one worker
    std::optional<double> stall;          ///< by one save
    std::optional<double> meanToStop;     ///< of such a training

    bool operator==(const PlanInputs&) const = default;
};

}  // namespace stepvault::ui
