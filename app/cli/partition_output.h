// Reports of `partition`, as text and as JSON.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "partition/partition_plan.h"

namespace stepvault::cli {

/// A plan, and the balance that each rule reaches on the same tree.
struct PartitionReport {
    PartitionTree tree;
    std::vector<std::string> files;  ///< relative paths, indexed by TreeTensor::file; may be empty
    PartitionPlan plan;
    std::uint32_t nodes = 1;  ///< consecutive ranks share a node
    struct RuleBalance {
        PartitionRule rule = PartitionRule::proportional;
        Balance balance;
        std::array<double, 4> seconds{};  ///< predicted for a save on levels 1 to 4
    };
    std::vector<RuleBalance> rules;
};

std::string describe_partition(const PartitionReport& report);
nlohmann::ordered_json partition_json(const PartitionReport& report);

}  // namespace stepvault::cli
