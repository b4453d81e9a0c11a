#include <algorithm>
#include <iostream>

#include "base/text.h"
#include "commands.h"
#include "json_output.h"
#include "metrics/hyperparameter_comparison.h"
#include "metrics/settings_tree.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct ParamsArguments {
    std::vector<std::string> runs;  ///< none for all
    bool diff = false;
};

struct ParamsOfRun {
    std::string name;
    std::string id;
    RunHyperparameters params;
};

constexpr std::size_t widest_param = 40;

Result<std::vector<ParamsOfRun>> params_of(const std::vector<std::string>& names, Queries& queries) {
    std::vector<ParamsOfRun> found;
    for (const auto& name : names) {
        STEPVAULT_ASSIGN(run, queries.run(name));
        STEPVAULT_ASSIGN(params, queries.hyperparameters(run.row.id));
        found.push_back({run.row.name, run.row.id, std::move(params)});
    }
    if (!names.empty()) return found;
    STEPVAULT_ASSIGN(runs, queries.runs());
    STEPVAULT_ASSIGN(all, queries.hyperparameters());
    for (const auto& run : runs) {
        const auto at = all.find(run.row.id);
        if (at != all.end()) found.push_back({run.row.name, run.row.id, std::move(at->second)});
    }
    return found;
}

HyperparameterRows rows_of(const std::vector<ParamsOfRun>& runs, bool diff) {
    std::vector<const std::vector<Hyperparameter>*> values;
    values.reserve(runs.size());
    for (const auto& run : runs)
        values.push_back(&run.params.values);
    auto rows = hyperparameter_rows(values);
    if (diff) std::erase_if(rows, [](const auto& row) { return !is_different(row.second); });
    return rows;
}

/// Shortens a value for a table of several runs.
std::string param_cell(const HyperparameterValue* value) {
    if (value == nullptr) return "-";
    auto text = printable(value_text(*value));
    if (text.size() <= widest_param) return text;
    return std::string(whole_characters(text, widest_param - 3)) + "...";
}

void print_one(const RunHyperparameters& params) {
    Table table{{"parameter", "value", "source"}};
    for (const auto& p : params.values)
        table.push_back({p.key, value_text(p.value), p.source});
    std::cout << format_table(table, {0, 1, 2});
}

void print_several(const std::vector<ParamsOfRun>& runs, const HyperparameterRows& rows) {
    Table table{{"parameter"}};
    for (const auto& run : runs)
        table.front().push_back(run.name);
    for (const auto& [key, values] : rows) {
        table.push_back({key});
        for (const auto* value : values)
            table.back().push_back(param_cell(value));
    }
    std::cout << format_table(table, {0});
}

void print_params_json(const std::vector<ParamsOfRun>& runs, const HyperparameterRows& rows) {
    print_json({{"runs", json_list(runs, [&](const ParamsOfRun& run) {
                     auto params = nlohmann::ordered_json::array();
                     for (const auto& p : run.params.values) {
                         if (rows.contains(p.key))
                             params.push_back(
                                 {{"key", p.key}, {"value", json_value(p.value)}, {"source", p.source}});
                     }
                     auto skipped = json_list(run.params.skipped, [](const RunHyperparameters::Skipped& s) {
                         return nlohmann::ordered_json{{"source", s.source}, {"reason", s.reason}};
                     });
                     return nlohmann::ordered_json{
                         {"name", run.name}, {"id", run.id}, {"params", params}, {"skipped", skipped}};
                 })}});
}

Result<int> run_params(const ParamsArguments& arguments, const CommandContext& context) {
    if (arguments.diff && arguments.runs.size() == 1)
        return fail_usage("--diff compares several runs; name another one, or none for all");
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(runs, params_of(arguments.runs, library->queries()));
    const auto rows = rows_of(runs, arguments.diff);
    if (context.json) {
        print_params_json(runs, rows);
        return 0;
    }
    if (rows.empty()) {
        const bool has_any =
            std::ranges::any_of(runs, [](const auto& run) { return !run.params.values.empty(); });
        std::cout << (arguments.diff && has_any
                          ? "The runs have the same hyperparameters.\n"
                          : "No hyperparameters are stored. `stepvault watch FOLDER` reads them from files "
                            "such as hparams.yaml.\n");
    } else if (arguments.runs.size() == 1) {
        print_one(runs.front().params);
    } else {
        print_several(runs, rows);
    }
    for (const auto& run : runs) {
        for (const auto& skipped : run.params.skipped)
            std::cout << "skipped in " << printable(run.name) << ": " << printable(skipped.reason) << "\n";
    }
    return 0;
}

}  // namespace

void add_params_command(CommandLine& line) {
    const auto [command, arguments] = line.add("params", "Show the hyperparameters of runs", run_params);
    command.add_option("run", arguments.runs, "Names or ids of runs; all if none is named")->type_name("RUN");
    command.add_flag("--diff", arguments.diff, "Show only the values that differ between the runs");
    line.with_json(command);
}

}  // namespace stepvault::cli
