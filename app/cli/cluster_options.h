// What --nodes, --vault-rate and their like say of a cluster.
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

/// What codes, and how fast.
struct CodingRequest {
    std::string scheme = name_of(Scheme::adaptive);
    std::filesystem::path measured;  ///< what `bench serialize --json` wrote; empty: as measured once
    std::uint32_t cores = 0;
};
/// The options write into `request`, which must outlive the parsing; as do those of the others.
void add_coding_options(CLI::App& command, CodingRequest& request);

/// Of each list every value is simulated with every one of the others.
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
void add_cluster_options(CLI::App& command, ClusterRequest& request);

/// Coding, cores and what is coded of a byte.
Result<ClusterMachine> machine_of(const CodingRequest& request);

}  // namespace stepvault::cli
