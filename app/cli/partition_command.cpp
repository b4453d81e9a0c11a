#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "partition/rival_partitions.h"
#include "partition_output.h"
#include "run/completeness.h"

namespace stepvault::cli {

namespace {

constexpr std::int64_t any_step = 0;  // a plan does not depend on it

Status read_checkpoint(const std::filesystem::path& path, PartitionReport& report) {
    STEPVAULT_ASSIGN(candidate, checkpoint_at(path));
    STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, any_step));
    std::vector<FileLayout> files;
    for (const auto& file : checkpoint.files) {
        files.push_back({file.relative, &file.layout});
        report.files.push_back(file.relative);
    }
    report.tree = PartitionTree::of(files);
    return {};
}

Status read_shapes(const PartitionRequest& request, PartitionReport& report) {
    STEPVAULT_ASSIGN(shapes, model_shapes(request.model, request.scale));
    STEPVAULT_ASSIGN(tree, PartitionTree::of(shapes));
    report.tree = std::move(tree);
    return {};
}

Status plan_by_each_rule(const PartitionRequest& request, PartitionReport& report) {
    auto weights = request.weights;
    if (weights.empty()) weights.assign(request.ranks, 1);
    const std::string wished = request.rival.empty() ? "proportional" : request.rival;
    for (const auto rule : {plan_partition, greedy_partition, round_robin_partition}) {
        STEPVAULT_ASSIGN(plan, rule(report.tree, weights));
        report.rules.push_back({plan.rule, balance(loads(plan), weights)});
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
        return Error{ErrorCode::invalid_argument, std::to_string(request.ranks) + " ranks do not make " +
                                                      std::to_string(request.nodes) +
                                                      " nodes with as many on each"};
    }
    PartitionReport report;
    report.nodes = request.nodes;
    STEPVAULT_TRY(request.model.empty() ? read_checkpoint(request.checkpoint, report)
                                        : read_shapes(request, report));
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
