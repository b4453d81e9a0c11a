// Options for simulated clusters: --nodes, --vault-rate and others.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "coding_options.h"

namespace CLI {
class App;
}

namespace stepvault::cli {

/// Every combination of the lists' values is simulated.
struct ClusterOptions {
    std::filesystem::path checkpoint;  ///< empty where models are given
    std::vector<std::string> models;
    std::vector<std::uint32_t> deeper{1};
    std::vector<std::uint32_t> wider{1};
    std::vector<std::uint32_t> nodes{1, 2, 4, 8, 16};
    std::vector<std::uint32_t> processes{4};
    std::uint32_t group = 4;
    CodingOptions coding;
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
/// The options write into `options`, which must outlive the parsing.
void add_cluster_options(CLI::App& command, ClusterOptions& options);

}  // namespace stepvault::cli
