#include <array>
#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "partition/baseline_partitions.h"
#include "partition/cluster_simulation.h"
#include "partition_input.h"
#include "partition_output.h"

namespace stepvault::cli {

namespace {

Status read_shapes(const PartitionRequest& request, PartitionReport& report) {
    STEPVAULT_ASSIGN(shapes, model_shapes(request.model, request.scale));
    STEPVAULT_ASSIGN(tree, PartitionTree::of(shapes));
    report.tree = std::move(tree);
    return {};
}

Status plan_by_each_rule(const PartitionRequest& request, PartitionReport& report) {
    auto weights = request.weights;
    if (weights.empty()) weights.assign(request.ranks, 1);
    STEPVAULT_ASSIGN(machine, machine_of(request.coding));
    const ClusterShape shape{.nodes = request.nodes, .processes = request.ranks / request.nodes};
    const std::string wished = request.rival.empty() ? "proportional" : request.rival;
    for (const auto rule : {plan_partition, greedy_partition, round_robin_partition}) {
        STEPVAULT_ASSIGN(plan, rule(report.tree, weights));
        const auto shares = loads(plan);
        std::array<double, level_count> seconds{};
        for (std::uint32_t level = 1; level <= level_count; ++level)
            seconds[level - 1] =
                predict_save(machine, shape, level, checkpoint_size(report.tree), shares).total();
        report.rules.push_back({plan.rule, balance(shares, weights), seconds});
        if (partition_rule_name(plan.rule) == wished) report.plan = std::move(plan);
    }
    return {};
}

Status partition(const PartitionRequest& request, bool json) {
    if (!request.weights.empty() && request.weights.size() != request.ranks) {
        return Error{ErrorCode::invalid_argument, std::to_string(request.weights.size()) + " weights for " +
                                                      std::to_string(request.ranks) + " ranks"};
    }
    if (request.ranks % request.nodes != 0) {
        return Error{ErrorCode::invalid_argument, std::to_string(request.ranks) +
                                                      " ranks cannot be divided evenly among " +
                                                      std::to_string(request.nodes) + " nodes"};
    }
    PartitionReport report;
    report.nodes = request.nodes;
    if (request.model.empty()) {
        STEPVAULT_ASSIGN(read, read_checkpoint_tree(request.checkpoint));
        report.tree = std::move(read.tree);
        report.files = std::move(read.files);
    } else {
        STEPVAULT_TRY(read_shapes(request, report));
    }
    STEPVAULT_TRY(plan_by_each_rule(request, report));
    if (json) {
        print_json(partition_json(report));
    } else {
        std::cout << describe_partition(report);
    }
    return {};
}

}  // namespace

int run_partition(const Options& options, const JobContext& /*job*/) {
    const auto status = partition(options.partition, options.json);
    return status ? done : fail(status.error());
}

}  // namespace stepvault::cli
