#pragma once

#include "retention/retention_rules.h"

namespace CLI {
class App;
}

namespace stepvault::cli {

/// Adds the retention rules. The options write into `rules`, which must outlive the parsing.
void add_prune_options(CLI::App& command, RetentionRules& rules);

}  // namespace stepvault::cli
