// Splits a file's name into its parts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepvault {

/// `name` in lower case (ASCII), without its extensions (".pth.tar"), Lightning's "-v1" and a shard's mark
/// ("-00001-of-00005"): a prefix of `name`, ignoring case.
struct BareName {
    std::string text;
    std::string version;  ///< "1" of "-v1", empty for none
    bool had_extension = false;
};
BareName bare_name(std::string_view name);

/// Words that may come before a step's number.
inline constexpr std::array<std::string_view, 5> step_words = {"iter", "iteration", "step", "steps", "epoch"};

/// A sequence of letters or of digits.
struct NameToken {
    std::string text;
    std::size_t begin = 0;  ///< in the bare name
    bool number = false;
    bool joined = false;  ///< directly follows the word before
};
/// Splits "netg_epoch10" into {"netg", "epoch", "10"}.
std::vector<NameToken> tokenize(std::string_view bare);

/// The parts of a shard's name: "model-00001-of-00005.safetensors" gives {"model.safetensors", 1, 5}. In
/// "epoch_1-of-5.pt" the number is a step.
struct ShardName {
    std::string whole;
    std::uint64_t number = 0;  ///< from 0 or from 1, depending on the framework
    std::uint64_t count = 0;
};
/// nullopt for a name that is not a shard's.
std::optional<ShardName> shard_name(std::string_view name);

/// The common name of all shards: "model.safetensors" of "model-00001-of-00005.safetensors"; empty for a name
/// that is not a shard's.
std::string unsharded_name(std::string_view name);

}  // namespace stepvault
