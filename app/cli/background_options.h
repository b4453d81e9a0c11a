// The options of `stepvault watch` for watches in the background: --detach, --list and --stop.
#pragma once

#include <string>
#include <vector>

#include "command_context.h"
#include "library/watch/watch_event.h"

namespace CLI {
class App;
}  // namespace CLI

namespace stepvault::cli {

struct BackgroundOptions {
    bool detach = false;
    bool list = false;
    std::string stop;  ///< an id, "all", or empty
    // start_background() gives these to the process that watches in the background.
    std::string id;   ///< empty for a watch in the foreground
    std::string log;  ///< empty for a unit of systemd

    /// True with --list or --stop, which watch nothing.
    [[nodiscard]] bool is_request() const { return list || !stop.empty(); }
};

/// The options write into `options`, which must outlive the parsing.
void add_background_options(CLI::App& command, BackgroundOptions& options);

/// Carries out --list or --stop.
Result<int> run_request(const BackgroundOptions& options, const CommandContext& context);
/// Starts a watch in the background, and reports it. `more`: see start_background().
Result<int> run_detached(const WatchOptions& watch, const std::vector<std::string>& more,
                         const CommandContext& context);

}  // namespace stepvault::cli
