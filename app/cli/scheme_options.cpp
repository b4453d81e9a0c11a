#include "scheme_options.h"

#include <CLI/CLI.hpp>

namespace stepvault::cli {

namespace {

/// Rejects settings that the chosen scheme does not have, rather than ignoring them.
void check_settings(const SchemeOptions& o) {
    const auto choice = o.choice();
    const auto belongs = [&](bool given, const char* option, SchemeSetting setting) {
        if (!given || traits_of(choice->scheme).setting == setting) return;
        throw CLI::ValidationError(option, "scheme " + name_of(choice->scheme) + " has no such setting");
    };
    belongs(o.bits.has_value(), "--bits", SchemeSetting::bits);
    belongs(o.buckets.has_value(), "--buckets", SchemeSetting::bits);
    belongs(o.representative.has_value(), "--representative", SchemeSetting::bits);
    belongs(o.error.has_value(), "--error", SchemeSetting::error);
    belongs(o.budget.has_value(), "--budget", SchemeSetting::budget);
    belongs(o.exact_base, "--base", SchemeSetting::error);
    belongs(o.preset.has_value(), "--preset", SchemeSetting::error);
}

void add_rules(std::vector<CodingRule>& rules, const std::vector<std::string>& texts) {
    for (const auto& text : texts) {
        const auto rule = CodingRule::parse(text);
        if (!rule) throw CLI::ValidationError("--rule", rule.error().message);
        rules.push_back(*rule);
    }
}

}  // namespace

std::optional<SchemeChoice> SchemeOptions::choice() const {
    if (!scheme && !preset && !bits && !buckets && !representative && !error && !budget && !exact_base &&
        rules.empty())
        return {};

    SchemeChoice choice;
    if (preset) choice = *preset_named(*preset);
    if (scheme) choice.scheme = *scheme_named(*scheme);
    if (!scheme && (bits || buckets || representative)) choice.scheme = Scheme::lc;
    if (bits) choice.bits = *bits;
    if (buckets) choice.buckets = *buckets;
    if (representative) choice.representative = *representative;
    if (error) choice.error = *error;
    if (budget) choice.budget = *budget;
    choice.exact_base = exact_base;
    choice.rules = rules;
    return choice;
}

void add_scheme_options(CLI::App& command, SchemeOptions& options, bool required) {
    command
        .add_option("--scheme", options.scheme,
                    "Compression scheme, also for the run's later checkpoints (default adaptive)")
        ->check(CLI::IsMember(scheme_names()));
    command
        .add_option(
            "--preset", options.preset,
            "Setting of scheme adaptive for a purpose: closest to an uninterrupted training, or smallest")
        ->check(CLI::IsMember({"closest", "smallest"}));
    command.add_option("--bits", options.bits, "Bits per value in scheme lc")
        ->check(CLI::Range(1, 8))
        ->type_name("1-8");
    command
        .add_option_function<std::string>(
            "--buckets", [&options](const std::string& name) { options.buckets = buckets_named(name); },
            "Tensors that share buckets in scheme lc (default group: similar tensors)")
        ->check(CLI::IsMember({"group", "model", "tensor"}));
    command
        .add_option_function<std::string>(
            "--representative",
            [&options](const std::string& name) { options.representative = representative_named(name); },
            "Value that represents a bucket in scheme lc (default midrange)")
        ->check(CLI::IsMember({"midrange", "mean"}));
    command.add_option("--error", options.error, "Target relative error of scheme adaptive (default 0.6)")
        ->check(CLI::Range(0.001, 0.999))
        ->excludes("--preset")
        ->type_name("E");
    command
        .add_option("--budget", options.budget, "Size limit of schemes topn and scar, in percent (default 5)")
        ->check(CLI::Range(0.01, 100.0))
        ->type_name("P");
    command
        .add_option_function<std::string>(
            "--base", [&options](const std::string&) { options.exact_base = true; },
            "exact: keep every bit of the run's first step in scheme adaptive, also when later ones are "
            "stored")
        ->check(CLI::IsMember({"exact"}));
    command
        .add_option_function<std::vector<std::string>>(
            "--rule", [&options](const std::vector<std::string>& texts) { add_rules(options.rules, texts); },
            "Exception for a tensor (* and ? are wildcards) or role:ROLE; the first match applies")
        ->type_name("NAME=exact|E")
        ->allow_extra_args(false);
    // The scheme is not known before all options are parsed.
    command.callback([&options, required] {
        if (required && !options.scheme && !options.preset) throw CLI::RequiredError("--scheme or --preset");
        check_settings(options);
    });
}

}  // namespace stepvault::cli
