#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stepvault {

/// Reads the index that Hugging Face writes beside shards (model.safetensors.index.json): calls `take` with
/// the file name of each tensor's shard, in order. Returns the bytes of the tensors alone, a lower bound for
/// the size of the shards, or 0 if the index does not give them; nothing where the text is incomplete or
/// names no shards. Uses no more memory than the text, however deeply or widely it nests.
std::optional<std::uint64_t> read_shard_index(std::string_view text,
                                              const std::function<void(const std::string&)>& take);

}  // namespace stepvault
