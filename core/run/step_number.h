// Finds the step of a checkpoint.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepvault {

/// Finds the step in a file's or folder's name, by the patterns of the common frameworks ("checkpoint-500",
/// "step_000020", "epoch=0-step=20", "model_0004999.pth", "epoch_12.pth"); never takes a shard number
/// ("-00001-of-00005") or version ("-v1"). `path` is the source name; its last part is tried first, then its
/// parents.
std::optional<std::int64_t> step_from_name(std::string_view path);

/// Negative, zero or positive: compares names, with digits compared as numbers (step_9 before step_10).
int compare_natural(std::string_view a, std::string_view b);

}  // namespace stepvault
