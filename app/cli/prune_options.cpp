#include "prune_options.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "amounts.h"

namespace stepvault::cli {

namespace {

constexpr std::uint32_t most_kept = 1'000'000'000;
constexpr double most_seconds = 1e12;

}  // namespace

void add_prune_options(CLI::App& command, RetentionRules& rules) {
    command.add_option("--keep-last", rules.last, "Keep the newest K")
        ->check(CLI::Range(std::uint32_t{1}, most_kept))
        ->type_name("K");
    const auto best = [&rules]() -> BestRule& { return rules.best ? *rules.best : rules.best.emplace(); };
    auto* keep_best = command
                          .add_option_function<std::uint32_t>(
                              "--keep-best", [best](std::uint32_t count) { best().count = count; },
                              "Keep the K with the best values of --metric")
                          ->check(CLI::Range(std::uint32_t{1}, most_kept))
                          ->type_name("K");
    command
        .add_option_function<std::string>(
            "--metric", [best](const std::string& tag) { best().tag = tag; },
            "Metric for --keep-best (default: the run's loss)")
        ->needs(keep_best)
        ->type_name("TAG");
    auto* mode = command
                     .add_option_function<std::string>(
                         "--mode",
                         [best](const std::string& text) {
                             best().order = text == "max" ? MetricOrder::max : MetricOrder::min;
                         },
                         "Whether the lowest or the highest value is best")
                     ->check(CLI::IsMember({"min", "max"}))
                     ->needs(keep_best);
    keep_best->needs(mode);
    command.add_option("--keep-every", rules.every, "Keep steps that are multiples of N")
        ->check(CLI::Range(std::uint64_t{1}, most_steps))
        ->type_name("N");
    command.add_flag("--keep-first", rules.first, "Keep the oldest");
    command
        .add_option_function<std::string>(
            "--keep-within",
            [&rules](const std::string& text) {
                const auto seconds = parse_seconds(text);
                if (!seconds || !(*seconds >= 0 && *seconds <= most_seconds))
                    throw CLI::ValidationError("--keep-within", "'" + text + "' is not a valid TIME");
                rules.within = std::chrono::seconds(static_cast<std::int64_t>(*seconds));
            },
            "Keep those saved within this time before the newest, such as 12h or 7d")
        ->type_name("TIME");
    command
        .add_option_function<std::string>(
            "--keep-bytes",
            [&rules](const std::string& text) {
                rules.bytes = parse_bytes(text);
                if (!rules.bytes)
                    throw CLI::ValidationError("--keep-bytes", "'" + text + "' is not a valid SIZE");
            },
            "Keep the newest that fit into this size with all they build on, such as 20GiB")
        ->type_name("SIZE");
}

}  // namespace stepvault::cli
