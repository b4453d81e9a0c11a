#include <array>
#include <iostream>

#include "coding_options.h"
#include "commands.h"
#include "json_output.h"
#include "partition/baseline_partitions.h"
#include "partition/cluster_simulation.h"
#include "partition/model_shapes.h"
#include "partition_input.h"
#include "partition_output.h"

namespace stepvault::cli {

namespace {

struct PartitionArguments {
    std::filesystem::path checkpoint;  ///< empty where `model` is given
    std::string model;
    ModelScale scale;
    std::uint32_t ranks = 1;
    std::uint32_t nodes = 1;
    std::vector<std::uint32_t> weights;  ///< empty for equal ranks
    std::string rival;
    CodingOptions coding;
};

Status read_shapes(const PartitionArguments& arguments, PartitionReport& report) {
    STEPVAULT_ASSIGN(shapes, model_shapes(arguments.model, arguments.scale));
    STEPVAULT_ASSIGN(tree, PartitionTree::of(shapes));
    report.tree = std::move(tree);
    return {};
}

Status plan_by_each_rule(const PartitionArguments& arguments, PartitionReport& report) {
    auto weights = arguments.weights;
    if (weights.empty()) weights.assign(arguments.ranks, 1);
    STEPVAULT_ASSIGN(machine, machine_of(arguments.coding));
    const ClusterShape shape{.nodes = arguments.nodes, .processes = arguments.ranks / arguments.nodes};
    const std::string wished = arguments.rival.empty() ? "proportional" : arguments.rival;
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

Status run_partition(const PartitionArguments& arguments, const CommandContext& context) {
    if (!arguments.weights.empty() && arguments.weights.size() != arguments.ranks) {
        return Error{ErrorCode::invalid_argument, std::to_string(arguments.weights.size()) + " weights for " +
                                                      std::to_string(arguments.ranks) + " ranks"};
    }
    if (arguments.ranks % arguments.nodes != 0) {
        return Error{ErrorCode::invalid_argument, std::to_string(arguments.ranks) +
                                                      " ranks cannot be divided evenly among " +
                                                      std::to_string(arguments.nodes) + " nodes"};
    }
    PartitionReport report;
    report.nodes = arguments.nodes;
    if (arguments.model.empty()) {
        STEPVAULT_ASSIGN(read, read_checkpoint_tree(arguments.checkpoint));
        report.tree = std::move(read.tree);
        report.files = std::move(read.files);
    } else {
        STEPVAULT_TRY(read_shapes(arguments, report));
    }
    STEPVAULT_TRY(plan_by_each_rule(arguments, report));
    if (context.json)
        print_json(partition_json(report));
    else
        std::cout << describe_partition(report);
    return {};
}

void add_partition_options(CLI::App& command, PartitionArguments& arguments) {
    auto* what = command.add_option_group("checkpoint");
    what->add_option("checkpoint", arguments.checkpoint, "Checkpoint file or folder")->type_name("PATH");
    const auto names = model_names();
    auto* model = what->add_option("--model", arguments.model,
                                   "A well-known model and its AdamW state, from its tensor shapes")
                      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
    what->require_option(1);
    constexpr std::uint32_t most_times = 1000;
    command.add_option("--deeper", arguments.scale.depth, "Factor for the number of layers")
        ->check(CLI::Range(1U, most_times))
        ->needs(model)
        ->type_name("N");
    command.add_option("--wider", arguments.scale.width, "Factor for the width of the model")
        ->check(CLI::Range(1U, most_times))
        ->needs(model)
        ->type_name("N");
    command.add_option("--ranks", arguments.ranks, "Number of processes")
        ->required()
        ->check(CLI::Range(1U, 65536U))
        ->type_name("P");
    command.add_option("--nodes", arguments.nodes, "Number of nodes, with equally many processes on each")
        ->check(CLI::Range(1U, 65536U))
        ->type_name("N");
    command.add_option("--weights", arguments.weights, "Relative capacity of each rank (default: all equal)")
        ->delimiter(',')
        ->check(CLI::Range(1U, 1'000'000U))
        ->type_name("1,1,2");
    command.add_option("--rival", arguments.rival, "Divide by a baseline rule instead, for comparison")
        ->check(CLI::IsMember({"greedy", "round-robin"}));
    add_coding_options(command, arguments.coding);
}

}  // namespace

void add_partition_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("partition", "Compute how to divide saving a checkpoint among processes", run_partition);
    add_partition_options(command, arguments);
    line.with_json(command);
}

}  // namespace stepvault::cli
