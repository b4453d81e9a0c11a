// The role of a tensor in training, judged by names alone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "container/layout.h"

namespace stepvault {

/// The numbers are stored in step files; append only.
enum class Role : std::uint8_t {
    weight = 0,
    first_moment = 1,    ///< exp_avg, momentum_buffer, m
    second_moment = 2,   ///< exp_avg_sq, max_exp_avg_sq, square_avg, v: never negative
    norm_statistic = 3,  ///< running_mean, running_var, moving_variance; possible ones
    embedding = 4,
    counter = 5,  ///< optimizer steps, num_batches_tracked
    other = 6,    ///< optimizer state of unknown meaning, RNG states
};

/// In the order of their numbers.
inline constexpr std::array all_roles{Role::weight,         Role::first_moment, Role::second_moment,
                                      Role::norm_statistic, Role::embedding,    Role::counter,
                                      Role::other};

/// "weight", "first moment", ...: the spelling in the catalog.
std::string_view role_name(Role role);
/// nullopt for a name that role_name() does not give.
std::optional<Role> role_named(std::string_view name);

/// The result of tensor_kind().
struct TensorKind {
    Role role = Role::other;
    bool optimizer = false;  ///< belongs to an optimizer's state, not to the model
    /// Tensors of one group share a set of buckets in scheme `lc`: "weights", "vectors" (biases, gains: at
    /// most one dimension), "embeddings", or the optimizer's slot ("exp_avg").
    std::string group;
};

/// `file`: path inside the checkpoint's folder, empty for a checkpoint of one file. `dimensions`: those of
/// the first view.
TensorKind tensor_kind(std::string_view file, std::string_view tensor, std::size_t dimensions, DType dtype);

}  // namespace stepvault
