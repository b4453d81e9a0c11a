// The options that name a run and one of its checkpoints: --run, --step and --id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace stepvault::cli {

/// Exactly one of the two is given.
struct CheckpointOptions {
    std::optional<std::int64_t> step;
    std::string id;
};

/// The options write into their last argument, which must outlive the parsing.
CLI::Option* add_run_option(CLI::App& command, std::string& run);
void add_checkpoint_options(CLI::App& command, CheckpointOptions& options);

}  // namespace stepvault::cli
