#include <iostream>

#include "base/atomic_file.h"
#include "cluster_options.h"
#include "cluster_output.h"
#include "commands.h"
#include "json_output.h"
#include "partition/model_shapes.h"
#include "partition_input.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct NamedTree {
    std::string name;
    PartitionTree tree;
};

Result<std::vector<NamedTree>> read_trees(const ClusterOptions& options) {
    std::vector<NamedTree> trees;
    if (!options.checkpoint.empty()) {
        STEPVAULT_ASSIGN(read, read_checkpoint_tree(options.checkpoint));
        trees.push_back({options.checkpoint.filename().native(), std::move(read.tree)});
        return trees;
    }
    for (const auto& model : options.models) {
        for (const auto depth : options.deeper) {
            for (const auto width : options.wider) {
                STEPVAULT_ASSIGN(shapes, model_shapes(model, {depth, width}));
                STEPVAULT_ASSIGN(tree, PartitionTree::of(shapes));
                auto name = model;
                if (depth > 1) name += ", " + std::to_string(depth) + " times deeper";
                if (width > 1) name += ", " + std::to_string(width) + " times wider";
                trees.push_back({std::move(name), std::move(tree)});
            }
        }
    }
    return trees;
}

/// Every combination of rates, failure times and intervals. The callers set the nodes and processes.
std::vector<ClusterCase> cases_of(const ClusterOptions& options, const ClusterMachine& machine) {
    std::vector<ClusterCase> cases;
    for (const double local : options.local_rates)
        for (const double network : options.network_rates)
            for (const double vault : options.vault_rates)
                for (const double mean : options.mean_to_failure)
                    for (const auto& intervals : options.intervals) {
                        ClusterCase c{.machine = machine,
                                      .shape = {.group = options.group},
                                      .failures = options.failures,
                                      .mean_to_failure = mean,
                                      .restart = options.restart,
                                      .intervals = intervals,
                                      .plain_rate = options.plain_rate};
                        c.machine.local_rate = local;
                        c.machine.network_rate = network;
                        c.machine.vault_rate = vault;
                        cases.push_back(c);
                    }
    return cases;
}

/// Prints predictions beside the published results of DeepPart (Perello Bacardit, UPC, 2023). Only its
/// abstract is known.
Status print_published(const ClusterOptions& options, bool json) {
    struct Published {
        const char* checkpoint;
        std::uint32_t depth;
        std::optional<Scheme> coding;
        double times;
    };
    constexpr Published all[] = {{"bert-large", 5, {}, 5.6},
                                 {"bert-large", 1, {}, 2.1},
                                 {"bert-large", 1, Scheme::exact, 2.7},
                                 {"bert-large", 1, Scheme::adaptive, 0}};
    Table rows{{"checkpoint", "size", "coding", "published", "predicted", "efficiency on L1"}};
    auto entries = nlohmann::ordered_json::array();
    ClusterCase cluster;
    for (const auto& p : all) {
        const auto coding = p.coding ? name_of(*p.coding) : std::string("none");
        STEPVAULT_ASSIGN(shapes, model_shapes(p.checkpoint, {p.depth, 1}));
        STEPVAULT_ASSIGN(tree, PartitionTree::of(shapes));
        cluster = cases_of(options, {}).front();
        cluster.shape.nodes = 16;
        cluster.shape.processes = 4;
        if (!p.coding) {
            // Each process only serializes its share, at the rate of a plain save by one process.
            cluster.machine.coding.per_byte = 1 / options.plain_rate;
        } else {
            STEPVAULT_ASSIGN(machine, machine_of({.scheme = coding, .measured = {}}));
            cluster.machine.coding = machine.coding;
            cluster.machine.coded_share = machine.coded_share;
        }
        STEPVAULT_ASSIGN(outcome, simulate_cluster(tree, cluster));
        const double times = outcome.plain / outcome.saves.back().total();
        const double efficiency = outcome.speed_up(1) / cluster.shape.ranks();
        rows.push_back({p.checkpoint + (p.depth > 1 ? ", " + std::to_string(p.depth) + " times deeper" : ""),
                        format_bytes(outcome.size.bytes), coding,
                        p.times > 0 ? format_fixed(p.times, 1) + "x" : "-", format_fixed(times, 1) + "x",
                        format_fixed(100 * efficiency, 0) + " %"});
        entries.push_back({{"checkpoint", rows.back()[0]},
                           {"bytes", outcome.size.bytes},
                           {"coding", coding},
                           {"published", p.times},
                           {"predicted", times},
                           {"efficiency", efficiency}});
    }
    if (json) {
        print_json({{"published", std::move(entries)}});
        return {};
    }
    std::cout
        << "16 nodes with 4 processes each, times sooner than a plain save; efficiency was published as "
           "near-ideal.\n\n"
        << format_table(rows, {0, 2}) << "\n"
        << describe_assumptions(cluster);
    return {};
}

Result<std::vector<SimulatedCluster>> simulate_all(const ClusterOptions& options,
                                                   const std::vector<NamedTree>& trees,
                                                   const JobContext& job) {
    STEPVAULT_ASSIGN(machine, machine_of(options.coding));
    const auto cases = cases_of(options, machine);
    std::vector<SimulatedCluster> all;
    for (const auto& [name, tree] : trees) {
        for (auto cluster : cases) {
            for (const auto nodes : options.nodes) {
                for (const auto processes : options.processes) {
                    STEPVAULT_TRY(job.check());
                    cluster.shape.nodes = nodes;
                    cluster.shape.processes = processes;
                    STEPVAULT_ASSIGN(outcome, simulate_cluster(tree, cluster));
                    all.push_back({name, cluster, outcome});
                }
            }
        }
    }
    return all;
}

Status run_simulate_cluster(const ClusterOptions& options, const CommandContext& context) {
    if (options.published) return print_published(options, context.json);
    STEPVAULT_ASSIGN(trees, read_trees(options));
    STEPVAULT_ASSIGN(all, simulate_all(options, trees, context.job));
    if (!options.csv.empty()) {
        const auto text = clusters_csv(all);
        STEPVAULT_TRY(write_file_atomically(options.csv, as_view(text)));
    }
    if (context.json) {
        print_json(clusters_json(all));
        return {};
    }
    const auto& first = all.front();
    if (trees.size() == 1) {
        std::cout << first.checkpoint << ": " << format_bytes(first.outcome.size.bytes) << " in "
                  << format_count(first.outcome.size.tensors) << " tensors\n\n";
    }
    std::cout << describe_clusters(all) << "\n" << describe_assumptions(first.cluster);
    return {};
}

}  // namespace

void add_simulate_cluster_command(CommandLine& line) {
    const auto [command, options] = line.add(
        "simulate cluster", "Simulate save times, speed-up and failure survival on clusters of many sizes",
        run_simulate_cluster);
    add_cluster_options(command, options);
    line.with_json(command);
}

}  // namespace stepvault::cli
