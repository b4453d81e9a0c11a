// The options that choose a compression scheme: --scheme, --bits, --buckets, --representative, --error,
// --budget, --preset, --base and --rule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vault/records/scheme_choice.h"

namespace CLI {
class App;
}  // namespace CLI

namespace stepvault::cli {

struct SchemeOptions {
    std::optional<std::string> scheme;
    std::optional<std::string> preset;
    std::optional<std::uint32_t> bits;
    std::optional<LcBuckets> buckets;
    std::optional<Representative> representative;
    std::optional<double> error;
    std::optional<double> budget;
    bool exact_base = false;
    std::vector<CodingRule> rules;

    /// nullopt if none of the options is given.
    [[nodiscard]] std::optional<SchemeChoice> choice() const;
};

/// The options write into `options`, which must outlive the parsing. Sets the command's callback, which
/// rejects settings that the chosen scheme does not have, and, with `required`, no scheme and no preset.
void add_scheme_options(CLI::App& command, SchemeOptions& options, bool required = false);

}  // namespace stepvault::cli
