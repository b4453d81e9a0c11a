// Options for coding and for simulated clusters: --nodes, --vault-rate and others.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "partition/cluster_simulation.h"
#include "partition/model_shapes.h"
#include "vault/format/scheme.h"

namespace CLI {
class App;
}

namespace stepvault::cli {

/// The costs of coding: those of a scheme, or those measured on a machine.
struct CodingRequest {
    std::string scheme = name_of(Scheme::adaptive);
    std::filesystem::path measured;  ///< output of `bench serialize --json`; empty: usual_costs()
    std::uint32_t cores = 0;         ///< of a node for saving; 0: one for each process
};
/// The options write into `request`, which must outlive the parsing.
void add_coding_options(CLI::App& command, CodingRequest& request);

/// Every combination of the lists' values is simulated.
struct ClusterRequest {
    std::filesystem::path checkpoint;  ///< empty where models are given
    std::vector<std::string> models;
    std::vector<std::uint32_t> deeper{1};
    std::vector<std::uint32_t> wider{1};
    std::vector<std::uint32_t> nodes{1, 2, 4, 8, 16};
    std::vector<std::uint32_t> processes{4};
    std::uint32_t group = 4;
    CodingRequest coding;
    std::vector<double> local_rates{ClusterMachine{}.local_rate};
    std::vector<double> network_rates{ClusterMachine{}.network_rate};
    std::vector<double> vault_rates{ClusterMachine{}.vault_rate};
    std::vector<double> mean_to_failure{ClusterCase{}.mean_to_failure};
    std::vector<std::optional<ByLevel>> intervals{std::nullopt};
    FailureKinds failures;
    double restart = ClusterCase{}.restart;
    double plain_rate = ClusterCase{}.plain_rate;
    bool published = false;
    std::filesystem::path csv;
};
/// The options write into `request`, which must outlive the parsing.
void add_cluster_options(CLI::App& command, ClusterRequest& request);

/// A machine with the requested costs of coding, coded share and cores, and the default rates.
Result<ClusterMachine> machine_of(const CodingRequest& request);

}  // namespace stepvault::cli
