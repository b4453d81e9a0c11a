#include <iostream>

#include "amounts.h"
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
    std::optional<std::uint64_t> target;  ///< bytes
    std::uint64_t steps = 0;
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

void put_setting(nlohmann::ordered_json& json, const SchemeChoice& choice) {
    json["scheme"] = name_of(choice.scheme);
    const auto setting = traits_of(choice.scheme).setting;
    if (setting == SchemeSetting::bits) json["bits"] = choice.bits;
    if (setting == SchemeSetting::error) json["error"] = choice.error;
    if (setting == SchemeSetting::budget) json["budget"] = choice.budget;
}

nlohmann::ordered_json json_of(const TargetSetting& setting) {
    nlohmann::ordered_json json;
    put_setting(json, setting.choice);
    json["relative_error"] = setting.relative_error;
    json["delta_bytes"] = setting.delta_bytes;
    json["key_step_bytes"] = setting.key_bytes;
    json["bytes"] = setting.bytes;
    return json;
}

nlohmann::ordered_json json_of(const TargetReport& report) {
    nlohmann::ordered_json json{{"bytes", report.target.bytes},
                                {"steps", report.target.steps},
                                {"key_steps", report.coming.key_steps},
                                {"key_step_ratio", report.coming.key_ratio},
                                {"key_step_ratio_is_measured", report.coming.is_ratio_of_this_run},
                                {"fits", report.best.has_value()}};
    if (report.best) json["setting"] = json_of(*report.best);
    json["smallest"] = json_of(report.smallest);
    return json;
}

nlohmann::ordered_json json_of(const TuneReport& report) {
    auto settings = nlohmann::ordered_json::array();
    for (const auto& made : report.settings) {
        nlohmann::ordered_json one;
        put_setting(one, made.choice);
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
    if (report.target) json["target"] = json_of(*report.target);
    return json;
}

std::string described(const TargetSetting& setting) {
    const auto value = setting_of(setting.choice);
    return name_of(setting.choice.scheme) + (value.empty() ? "" : ", " + value);
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

void print(const TargetReport& report) {
    const auto& coming = report.coming;
    const auto& setting = report.best ? *report.best : report.smallest;
    const auto fit = " into " + format_bytes(report.target.bytes) + " for " +
                     counted(report.target.steps, "more checkpoint", "more checkpoints");
    if (report.best) {
        std::cout << described(setting) << " fits" << fit << ": " << format_bytes(setting.bytes);
        if (setting.relative_error > 0)
            std::cout << " at a relative error of " << format_error(setting.relative_error);
        std::cout << ".\n";
    } else {
        std::cout << "No setting fits" << fit << ". The smallest is " << described(setting)
                  << ", which takes " << format_bytes(setting.bytes) << ".\n";
    }
    std::cout << "Counted: " << counted(coming.deltas, "checkpoint", "checkpoints") << " of "
              << format_bytes(setting.delta_bytes) << " and "
              << counted(coming.key_steps, "key step", "key steps") << " of "
              << format_bytes(setting.key_bytes)
              << (coming.is_ratio_of_this_run ? ", by this run's own key steps.\n"
                                              : ", by the usual size of a key step; this run has none yet.\n")
              << "These are estimates for checkpoints like this one. On eight test runs adaptive came "
                 "within 15 % and lc within 25 %, except lc with 1 bit.\n\n";
}

void print(const TuneReport& report) {
    const auto& step = report.step;
    std::cout << "From step " << format_step(step.step) << ", which is stored as " << name_of(step.scheme);
    if (report.recoded)
        std::cout << "; adaptive at error " << format_fixed(report.recoded->error, 2) << " was tried";
    std::cout << ".\n\n";
    if (report.target) print(*report.target);
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
    std::optional<SizeTarget> target;
    if (arguments.target) target = SizeTarget{*arguments.target, arguments.steps};
    STEPVAULT_ASSIGN(report, tune_run(*library, arguments.run, arguments.step, context.job, target));
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
    auto* target =
        command
            .add_option_function<std::string>(
                "--target",
                [&wanted = arguments.target](const std::string& text) {
                    wanted = parse_bytes(text);
                    if (!wanted) throw CLI::ValidationError("--target", "'" + text + "' is not a valid SIZE");
                },
                "Find the setting of least error that fits into this size, such as 500MB")
            ->type_name("SIZE");
    auto* steps = command
                      .add_option("--steps", arguments.steps,
                                  "Number of further checkpoints that --target is for, key steps included")
                      ->type_name("N")
                      ->check(CLI::Range(std::uint64_t{1}, most_steps));
    target->needs(steps);
    steps->needs(target);
    line.with_json(command);
}

}  // namespace stepvault::cli
