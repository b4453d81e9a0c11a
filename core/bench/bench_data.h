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

/// `count` weights in rows of 1,024 and what they are one interval of training later: normal changes, some
/// columns moving up to ten times as much as others.
BenchData made_up_model(std::size_t count, ThreadPool& pool);

/// The 32-bit weights that two checkpoint files or folders of one model have in common, by name, repeated up
/// to `count`. ErrorCode::not_found where there are none.
Result<BenchData> weights_of(const std::filesystem::path& before, const std::filesystem::path& now,
                             std::size_t count);

/// Writes them as so many tensors of nearly equal numbers of rows; the file is synced. There are as many rows
/// at least.
Status write_safetensors(const std::filesystem::path& file, const std::vector<float>& weights,
                         std::uint64_t tensors = 1);

}  // namespace stepvault
