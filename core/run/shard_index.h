#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stepvault {

/// Reads what Hugging Face writes beside shards (model.safetensors.index.json): calls `take` with the file
/// name of each tensor's shard, in order. Returns the bytes of the tensors alone, which the shards cannot be
/// smaller than, 0 where the index does not say; nothing where the text is not whole or names no shards.
/// Takes no more memory than the text, however deep or wide that is.
std::optional<std::uint64_t> read_shard_index(std::string_view text,
                                              const std::function<void(const std::string&)>& take);

}  // namespace stepvault
