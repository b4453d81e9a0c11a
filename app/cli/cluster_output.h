// Reports of `simulate cluster`: a table for people, JSON and CSV for tools.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "partition/cluster_simulation.h"

namespace stepvault::cli {

struct SimulatedCluster {
    std::string checkpoint;  ///< "bert-large, 4 times deeper"
    ClusterCase cluster;
    ClusterOutcome outcome;
};

std::string describe_clusters(const std::vector<SimulatedCluster>& all);
nlohmann::ordered_json clusters_json(const std::vector<SimulatedCluster>& all);
std::string clusters_csv(const std::vector<SimulatedCluster>& all);

/// Sentences about the assumptions of the simulation.
std::string describe_assumptions(const ClusterCase& cluster);

}  // namespace stepvault::cli
