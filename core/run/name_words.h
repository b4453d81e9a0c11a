// A file's name taken apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepvault {

/// `name` in lower case (ASCII), without its extensions (".pth.tar"), Lightning's "-v1" and the mark of a
/// shard ("-00001-of-00005"): a prefix of `name`, case aside.
struct BareName {
    std::string text;
    std::string version;  ///< "1" of "-v1", empty for none
    bool had_extension = false;
};
BareName bare_name(std::string_view name);

/// What stands before a step's number.
inline constexpr std::array<std::string_view, 5> step_words = {"iter", "iteration", "step", "steps", "epoch"};

/// A run of letters or of digits.
struct NameWord {
    std::string text;
    std::size_t begin = 0;  ///< in the bare name
    bool number = false;
    bool joined = false;  ///< nothing stands between it and the word before
};
/// "netg_epoch10" is {"netg", "epoch", "10"}.
std::vector<NameWord> words_of(std::string_view bare);

/// What a shard's name says of it: "model-00001-of-00005.safetensors" is {"model.safetensors", 1, 5}. In
/// "epoch_1-of-5.pt" the number is a step.
struct ShardName {
    std::string whole;
    std::uint64_t number = 0;  ///< from 0 or from 1, as the framework has it
    std::uint64_t count = 0;
};
/// nullopt for what is no shard.
std::optional<ShardName> shard_name(std::string_view name);

/// The name that a shard's file has in common with the other shards: "model.safetensors" of
/// "model-00001-of-00005.safetensors"; empty for what is no shard.
std::string unsharded_name(std::string_view name);

}  // namespace stepvault
