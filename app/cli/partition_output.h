// What `partition` says, for people and as JSON.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "partition/partition_plan.h"

namespace stepvault::cli {

/// A plan, and how even each rule is on the same tree.
struct PartitionReport {
    PartitionTree tree;
    std::vector<std::string> files;  ///< paths of a checkpoint of several files, as the tree counts them
    PartitionPlan plan;
    std::uint32_t nodes = 1;  ///< ranks follow each other on a node
    struct RuleBalance {
        PartitionRule rule = PartitionRule::proportional;
        Balance balance;
        std::array<double, 4> seconds{};  ///< of a save on levels 1 to 4, as predicted
    };
    std::vector<RuleBalance> rules;
};

std::string describe_partition(const PartitionReport& report);
nlohmann::ordered_json partition_json(const PartitionReport& report);

}  // namespace stepvault::cli
