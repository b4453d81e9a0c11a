#include "cluster_output.h"

#include <algorithm>
#include <set>

#include "text_format.h"

namespace stepvault::cli {

using nlohmann::ordered_json;

namespace {

std::string rate(double bytes_a_second) {
    return format_fixed(bytes_a_second / 1e9, 2) + " GB/s";
}

std::string percent(double share, int digits) {
    return format_fixed(100 * share, digits) + " %";
}

std::string minutes(double seconds) {
    return seconds > 0 ? format_fixed(seconds / 60, seconds < 600 ? 1 : 0) : "-";
}

std::string by_level(const auto& values, const auto& text) {
    std::string line;
    for (const auto& value : values)
        line += (line.empty() ? "" : " / ") + text(value);
    return line;
}

/// A column for a setting: shown if its value differs among the cases; `nodes` is always shown.
struct Column {
    const char* name;
    std::string (*value)(const SimulatedCluster&);
};
constexpr Column setting_columns[] = {
    {"checkpoint", [](const SimulatedCluster& s) { return s.checkpoint; }},
    {"nodes", [](const SimulatedCluster& s) { return std::to_string(s.cluster.shape.nodes); }},
    {"processes", [](const SimulatedCluster& s) { return std::to_string(s.cluster.shape.processes); }},
    {"local", [](const SimulatedCluster& s) { return rate(s.cluster.machine.local_rate); }},
    {"network", [](const SimulatedCluster& s) { return rate(s.cluster.machine.network_rate); }},
    {"vault", [](const SimulatedCluster& s) { return rate(s.cluster.machine.vault_rate); }},
    {"MTBF",
     [](const SimulatedCluster& s) { return format_fixed(s.cluster.mean_to_failure / 86400, 1) + " d"; }},
    {"intervals, min", [](const SimulatedCluster& s) { return by_level(s.outcome.intervals, minutes); }}};

/// A number of a case in JSON and CSV.
struct Field {
    const char* name;
    double (*value)(const SimulatedCluster&);
};
constexpr Field fields[] = {
    {"nodes", [](const SimulatedCluster& s) { return double{1} * s.cluster.shape.nodes; }},
    {"processes", [](const SimulatedCluster& s) { return double{1} * s.cluster.shape.processes; }},
    {"group", [](const SimulatedCluster& s) { return double{1} * s.cluster.shape.group; }},
    {"bytes", [](const SimulatedCluster& s) { return static_cast<double>(s.outcome.size.bytes); }},
    {"tensors", [](const SimulatedCluster& s) { return static_cast<double>(s.outcome.size.tensors); }},
    {"largest_bytes", [](const SimulatedCluster& s) { return static_cast<double>(s.outcome.largest.bytes); }},
    {"largest_tensors",
     [](const SimulatedCluster& s) { return static_cast<double>(s.outcome.largest.tensors); }},
    {"local_rate", [](const SimulatedCluster& s) { return s.cluster.machine.local_rate; }},
    {"network_rate", [](const SimulatedCluster& s) { return s.cluster.machine.network_rate; }},
    {"vault_rate", [](const SimulatedCluster& s) { return s.cluster.machine.vault_rate; }},
    {"mean_to_failure", [](const SimulatedCluster& s) { return s.cluster.mean_to_failure; }},
    {"plain_seconds", [](const SimulatedCluster& s) { return s.outcome.plain; }},
    {"lost_share", [](const SimulatedCluster& s) { return s.outcome.overhead.lost; }},
    {"saving_share", [](const SimulatedCluster& s) { return s.outcome.overhead.saving; }},
    {"rework_share", [](const SimulatedCluster& s) { return s.outcome.overhead.rework; }},
    {"restart_share", [](const SimulatedCluster& s) { return s.outcome.overhead.restart; }},
    {"training_efficiency", [](const SimulatedCluster& s) { return s.outcome.overhead.efficiency(); }}};
/// A number for each level of a case.
struct LevelField {
    const char* name;
    double (*value)(const SimulatedCluster&, std::size_t level);
};
constexpr LevelField level_fields[] = {
    {"seconds", [](const SimulatedCluster& s, std::size_t i) { return s.outcome.saves[i].total(); }},
    {"alone_seconds", [](const SimulatedCluster& s, std::size_t i) { return s.outcome.alone[i].total(); }},
    {"speed_up", [](const SimulatedCluster& s,
                    std::size_t i) { return s.outcome.speed_up(static_cast<std::uint32_t>(i + 1)); }},
    {"efficiency",
     [](const SimulatedCluster& s, std::size_t i) {
         return s.outcome.speed_up(static_cast<std::uint32_t>(i + 1)) / s.cluster.shape.ranks();
     }},
    {"survived_share", [](const SimulatedCluster& s, std::size_t i) { return s.outcome.survived[i]; }},
    {"interval", [](const SimulatedCluster& s, std::size_t i) { return s.outcome.intervals[i]; }},
    {"recovered_share",
     [](const SimulatedCluster& s, std::size_t i) { return s.outcome.overhead.failures[i]; }}};

}  // namespace

std::string describe_clusters(const std::vector<SimulatedCluster>& all) {
    std::vector<std::string> head;
    Table rows{{}};
    rows.resize(all.size() + 1);
    for (const auto& column : setting_columns) {
        std::set<std::string> values;
        for (const auto& s : all)
            values.insert(column.value(s));
        const bool is_shape = std::string_view(column.name) == "nodes";
        if (values.size() < 2 && !is_shape) continue;
        rows.front().emplace_back(column.name);
        for (std::size_t i = 0; i < all.size(); ++i)
            rows[i + 1].push_back(column.value(all[i]));
    }
    for (const char* name : {"save on L1", "L2", "L3", "L4", "speed-up L1", "L4", "efficiency L4", "plain",
                             "survived L1 / L2 / L3", "training"})
        rows.front().emplace_back(name);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& o = all[i].outcome;
        auto& row = rows[i + 1];
        for (const auto& save : o.saves)
            row.push_back(format_fixed(save.total(), 2) + " s");
        row.push_back(format_fixed(o.speed_up(1), 1) + "x");
        row.push_back(format_fixed(o.speed_up(4), 1) + "x");
        row.push_back(percent(o.speed_up(4) / all[i].cluster.shape.ranks(), 0));
        row.push_back(format_fixed(o.plain, 2) + " s");
        row.push_back(by_level(std::vector(o.survived.begin(), o.survived.begin() + 3),
                               [](double share) { return percent(share, 1); }));
        row.push_back(percent(o.overhead.efficiency(), 2));
    }
    return format_table(std::move(rows), {});
}

std::string describe_assumptions(const ClusterCase& c) {
    const auto& m = c.machine;
    return "Coded bytes " + percent(m.coded_share, 1) + " of all. A node writes " + rate(m.local_rate) +
           ", sends " + rate(m.network_rate) + ", codes parity at " + rate(m.parity_rate) +
           "; the vault's file system takes " + rate(m.vault_rate) + ". " +
           (m.cores == 0 ? std::string("A core for each process")
                         : std::to_string(m.cores) + " cores a node") +
           ".\nPlain: one process serializes at " + rate(c.plain_rate) +
           " and writes all bytes to the vault's file system.\nFailures: " +
           percent(c.failures.without_node, 0) + " lose no node; with a node another one goes in " +
           percent(c.failures.another, 0) + ". Training: of all time, what saving, rework and restarts (" +
           format_fixed(c.restart, 0) + " s) leave.\n";
}

ordered_json clusters_json(const std::vector<SimulatedCluster>& all) {
    auto cases = ordered_json::array();
    for (const auto& s : all) {
        ordered_json json{{"checkpoint", s.checkpoint}};
        for (const auto& field : fields)
            json[field.name] = field.value(s);
        auto levels = ordered_json::array();
        for (std::size_t i = 0; i < level_count; ++i) {
            ordered_json level{{"level", i + 1}};
            for (const auto& field : level_fields)
                level[field.name] = field.value(s, i);
            levels.push_back(std::move(level));
        }
        json["levels"] = std::move(levels);
        cases.push_back(std::move(json));
    }
    return {{"cases", std::move(cases)}};
}

std::string clusters_csv(const std::vector<SimulatedCluster>& all) {
    std::string text = "checkpoint";
    for (const auto& field : fields)
        text += std::string(",") + field.name;
    for (std::size_t i = 0; i < level_count; ++i) {
        for (const auto& field : level_fields)
            text += ",level_" + std::to_string(i + 1) + "_" + field.name;
    }
    text += "\n";
    const auto number = [](double value) { return "," + ordered_json(value).dump(); };
    for (const auto& s : all) {
        text += ordered_json(s.checkpoint).dump();
        for (const auto& field : fields)
            text += number(field.value(s));
        for (std::size_t i = 0; i < level_count; ++i) {
            for (const auto& field : level_fields)
                text += number(field.value(s, i));
        }
        text += "\n";
    }
    return text;
}

}  // namespace stepvault::cli
