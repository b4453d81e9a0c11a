#include <iostream>

#include "checkpoint_options.h"
#include "commands.h"
#include "json_output.h"
#include "library/services/tuning.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct TuneArguments {
    std::string run;
    std::optional<std::int64_t> step;
};

std::string setting_of(const SchemeChoice& choice) {
    switch (traits_of(choice.scheme).setting) {
        case SchemeSetting::bits:
            return std::to_string(choice.bits) + (choice.bits == 1 ? " bit" : " bits");
        case SchemeSetting::error:
            return "error " + format_fixed(choice.error, 2);
        case SchemeSetting::budget:
            return format_fixed(choice.budget, 1) + " %";
        case SchemeSetting::none:
            break;
    }
    return "";
}

nlohmann::ordered_json json_of(const TuneReport& report) {
    auto settings = nlohmann::ordered_json::array();
    for (const auto& made : report.settings) {
        nlohmann::ordered_json one{{"scheme", name_of(made.choice.scheme)}};
        const auto setting = traits_of(made.choice.scheme).setting;
        if (setting == SchemeSetting::bits) one["bits"] = made.choice.bits;
        if (setting == SchemeSetting::error) one["error"] = made.choice.error;
        if (setting == SchemeSetting::budget) one["budget"] = made.choice.budget;
        one["bits_per_weight"] = made.bits_per_weight;
        one["relative_error"] = made.relative_error;
        one["stored_bytes"] = made.stored_bytes;
        one["run_bytes"] = made.run_bytes;
        settings.push_back(std::move(one));
    }
    nlohmann::ordered_json json{{"checkpoint", checkpoint_json(report.step)},
                                {"bits_per_weight", report.stored_bits_per_weight},
                                {"run_bytes", report.run_bytes},
                                {"settings", std::move(settings)}};
    if (report.recoded)
        json["recoded"] = {{"scheme", name_of(report.recoded->scheme)}, {"error", report.recoded->error}};
    return json;
}

void print(const TuneReport& report) {
    const auto& step = report.step;
    std::cout << "From step " << format_step(step.step) << ", which is stored as " << name_of(step.scheme);
    if (report.recoded)
        std::cout << "; adaptive at error " << format_fixed(report.recoded->error, 2) << " was tried";
    std::cout << ".\n\n";
    Table rows{{"scheme", "setting", "bits per weight", "error", "step", "ratio", "run so far"}};
    rows.push_back({"as stored", "", format_fixed(report.stored_bits_per_weight, 3),
                    format_error(step.relative_error), format_bytes(step.stored_bytes),
                    format_ratio(step.original_bytes, step.stored_bytes), format_bytes(report.run_bytes)});
    for (const auto& made : report.settings) {
        rows.push_back({name_of(made.choice.scheme), setting_of(made.choice),
                        format_fixed(made.bits_per_weight, 3), format_error(made.relative_error),
                        format_bytes(made.stored_bytes), format_ratio(step.original_bytes, made.stored_bytes),
                        format_bytes(made.run_bytes)});
    }
    std::cout << format_table(rows, {0, 1})
              << "\nadaptive and topn are estimates; scar is computed from the stored copies of this step "
                 "and the one before it.\n";
}

Status run_tune(const TuneArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(report, tune_run(*library, arguments.run, arguments.step, context.job));
    if (context.json)
        print_json(json_of(report));
    else
        print(report);
    return {};
}

}  // namespace

void add_tune_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("tune", "Estimate the size and error of each scheme from a stored step", run_tune);
    add_run_option(command, arguments.run)->required();
    command.add_option("--step", arguments.step, "Step to measure (default: the newest lossy step)")
        ->type_name("N");
    line.with_json(command);
}

}  // namespace stepvault::cli
