// Two states of a model to measure with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"

namespace stepvault {

struct BenchData {
    std::vector<float> before;
    std::vector<float> now;
};

/// `count` weights in rows of 1,024, and their values after one interval of training: normally distributed
/// changes, with some columns moving up to ten times as much as others.
BenchData made_up_model(std::size_t count, ThreadPool& pool);

/// The 32-bit weights that two checkpoint files or folders of one model share by name, repeated up to
/// `count`. ErrorCode::not_found where there are none.
Result<BenchData> weights_of(const std::filesystem::path& before, const std::filesystem::path& now,
                             std::size_t count);

/// Writes the weights as `tensors` tensors with nearly equal numbers of rows, and syncs the file. `weights`
/// must have at least that many rows.
Status write_safetensors(const std::filesystem::path& file, const std::vector<float>& weights,
                         std::uint64_t tensors = 1);

}  // namespace stepvault
