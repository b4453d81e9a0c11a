#include "cluster_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <string_view>

#include "amounts.h"
#include "partition/model_shapes.h"

namespace stepvault::cli {

namespace {

using Parse = std::function<std::optional<double>(std::string_view)>;

double parse_or_throw(const std::string& name, const std::string& text, const Parse& parse) {
    const auto value = parse(text);
    if (!value || !(*value > 0)) throw CLI::ValidationError(name, "'" + text + "' is not an amount above 0");
    return *value;
}

void add_amount(CLI::App& command, const std::string& name, double& place, const Parse& parse,
                const std::string& what, const std::string& type) {
    command
        .add_option_function<std::string>(
            name,
            [&place, name, parse](const std::string& text) { place = parse_or_throw(name, text, parse); },
            what)
        ->type_name(type);
}

void add_amounts(CLI::App& command, const std::string& name, std::vector<double>& place, const Parse& parse,
                 const std::string& what, const std::string& type) {
    command
        .add_option_function<std::vector<std::string>>(
            name,
            [&place, name, parse](const std::vector<std::string>& texts) {
                place.clear();
                for (const auto& text : texts)
                    place.push_back(parse_or_throw(name, text, parse));
            },
            what)
        ->delimiter(',')
        ->type_name(type + ",...");
}

void add_counts(CLI::App& command, const std::string& name, std::vector<std::uint32_t>& place,
                std::uint32_t most, const std::string& what) {
    command.add_option(name, place, what)->delimiter(',')->check(CLI::Range(1U, most))->type_name("N,...");
}

/// Parses "3min,5min,7min,11min"; 0 stands for an unused level.
ByLevel intervals_of(const std::string& name, std::string_view text) {
    ByLevel intervals{};
    for (std::size_t i = 0; i < level_count; ++i) {
        const auto comma = text.find(',');
        const auto value = parse_seconds(text.substr(0, comma));
        const bool is_last = i + 1 == level_count;
        if (!value || *value < 0 || is_last != (comma == std::string_view::npos))
            throw CLI::ValidationError(
                name, "'" + std::string(text) + "': four times are needed, such as 3min,5min,7min,11min");
        intervals[i] = *value;
        text.remove_prefix(is_last ? text.size() : comma + 1);
    }
    if (std::ranges::max(intervals) == 0) throw CLI::ValidationError(name, "at least one level must be used");
    return intervals;
}

void add_failure_options(CLI::App& command, ClusterOptions& r) {
    add_amounts(command, "--mtbf", r.mean_to_failure, parse_seconds,
                "Mean time to failure of one node (default 30d)", "TIME");
    command
        .add_option("--without-node", r.failures.without_node,
                    "Share of failures that lose a process, but not its node's files")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    command
        .add_option("--another", r.failures.another,
                    "Probability that a failed node takes another one with it")
        ->check(CLI::Range(0.0, 0.99))
        ->capture_default_str();
    add_amount(command, "--restart", r.restart, parse_seconds,
               "Time from a failure until the training continues (default 2min)", "TIME");
    command
        .add_option_function<std::vector<std::string>>(
            "--intervals",
            [&r](const std::vector<std::string>& texts) {
                r.intervals.clear();
                for (const auto& text : texts)
                    r.intervals.emplace_back(intervals_of("--intervals", text));
            },
            "Times between saves on levels 1 to 4, 0 for none (default: fitted to costs and failures)")
        ->type_name("T,T,T,T");
}

}  // namespace

void add_cluster_options(CLI::App& command, ClusterOptions& r) {
    auto* what = command.add_option_group("checkpoint");
    what->add_option("checkpoint", r.checkpoint, "Checkpoint file or folder")->type_name("PATH");
    const auto names = model_names();
    what->add_option("--model", r.models, "Well-known models and their AdamW state, from their tensor shapes")
        ->delimiter(',')
        ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
    what->add_flag(
        "--published", r.published,
        "Compare DeepPart's published results, on 16 nodes with 4 processes each, with predictions");
    what->require_option(1);
    constexpr std::uint32_t most_times = 1000;
    constexpr std::uint32_t most_nodes = 4096;
    constexpr std::uint32_t most_processes = 256;
    add_counts(command, "--deeper", r.deeper, most_times, "Factors for the number of layers");
    add_counts(command, "--wider", r.wider, most_times, "Factors for the width of the models");
    add_counts(command, "--nodes", r.nodes, most_nodes, "Numbers of nodes (default 1,2,4,8,16)");
    add_counts(command, "--processes", r.processes, most_processes, "Processes per node (default 4)");
    command.add_option("--group", r.group, "Nodes that keep copies and parity for each other")
        ->check(CLI::Range(1U, 64U))
        ->capture_default_str();
    add_coding_options(command, r.coding);
    add_amounts(command, "--local-rate", r.local_rates, parse_rate,
                "Bytes per second of a node's own disk (default 2GB)", "RATE");
    add_amounts(command, "--network-rate", r.network_rates, parse_rate,
                "Bytes per second of a node's network, each way (default 12GB)", "RATE");
    add_amounts(command, "--vault-rate", r.vault_rates, parse_rate,
                "Bytes per second of the shared file system (default 10GB)", "RATE");
    add_amount(command, "--plain-rate", r.plain_rate, parse_rate,
               "Bytes per second that one process serializes without coding, like torch.save (default 1GB)",
               "RATE");
    add_failure_options(command, r);
    command.add_option("--csv", r.csv, "Write all results, one line per case")->type_name("FILE");
}

}  // namespace stepvault::cli
