// Options for the costs of coding: --scheme, --measured and --cores.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "partition/cluster_simulation.h"
#include "vault/format/scheme.h"

namespace CLI {
class App;
}

namespace stepvault::cli {

/// The costs of coding: those of a scheme, or those measured on a machine.
struct CodingOptions {
    std::string scheme = name_of(Scheme::adaptive);
    std::filesystem::path measured;  ///< output of `bench serialize --json`; empty: usual_costs()
    std::uint32_t cores = 0;         ///< of a node for saving; 0: one for each process
};
/// The options write into `options`, which must outlive the parsing.
void add_coding_options(CLI::App& command, CodingOptions& options);

/// A machine with the requested costs of coding, coded share and cores, and the default rates.
Result<ClusterMachine> machine_of(const CodingOptions& options);

}  // namespace stepvault::cli
