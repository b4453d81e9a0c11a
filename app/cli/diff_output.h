#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "library/study/checkpoint_difference.h"

namespace stepvault::cli {

struct DiffRows {
    std::optional<Role> role;          ///< only tensors of this role
    std::optional<std::size_t> limit;  ///< most tensors to list
};

/// `a`, `b`: the checkpoints as the user named them.
std::string describe_difference(const CheckpointDifference& difference, const std::string& a,
                                const std::string& b, const DiffRows& rows);
/// Lists all tensors unless `rows` has a limit.
nlohmann::ordered_json difference_json(const CheckpointDifference& difference, const std::string& a,
                                       const std::string& b, const DiffRows& rows);

}  // namespace stepvault::cli
