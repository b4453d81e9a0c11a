#pragma once

#include "retention/retention_rules.h"

namespace CLI {
class App;
}

namespace stepvault::cli {

/// The rules of retention.
void add_prune_options(CLI::App& command, RetentionRules& rules);

}  // namespace stepvault::cli
