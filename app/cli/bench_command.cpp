#include <algorithm>
#include <cmath>
#include <iostream>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/serialize_bench.h"
#include "commands.h"
#include "cost_model_output.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct BenchArguments {
    std::vector<std::filesystem::path> files;  ///< two, or none for a made-up model
    std::uint32_t size_mib = 512;
    std::optional<std::string> scheme;  ///< for serialize
};

/// The parts of the machine to measure.
struct BenchParts {
    bool codec = false;
    bool disk = false;
};

/// Lies beside the vault, so that the vault's disk is measured.
std::filesystem::path scratch_folder(const CommandContext& context) {
    return context.vault.native() + ".bench-" + std::to_string(getpid());
}

double gigabytes_per_second(const BenchRow& row) {
    return static_cast<double>(row.bytes) / row.seconds / 1e9;
}

void print_rows(const std::vector<BenchRow>& rows) {
    Table table{{"", "threads", "time", "GB/s", "size", "ratio", ""}};
    for (const auto& r : rows) {
        table.push_back({r.name, std::to_string(r.threads), format_fixed(r.seconds, 3) + " s",
                         format_fixed(gigabytes_per_second(r), 2),
                         r.coded > 0 ? format_ratio(r.bytes, r.coded) : "-", format_fixed(r.ratio, 2),
                         r.against == "memcpy" ? "of memcpy's speed" : "of the time of " + r.against});
    }
    std::cout << format_table(table, {0, 6});
}

nlohmann::ordered_json serialize_json(Scheme scheme, const SerializeBench& bench) {
    auto json = cost_model_json(bench.model);
    auto samples = nlohmann::ordered_json::array();
    for (const auto& s : bench.samples) {
        samples.push_back({{"bytes", s.bytes},
                           {"tensors", s.tensors},
                           {"processes", s.processes},
                           {"together", s.together},
                           {"seconds", s.seconds},
                           {"predicted", bench.model.seconds(s)}});
    }
    json["worst_deviation"] = bench.model.worst;
    json["scheme"] = name_of(scheme);
    json["coded_share"] = bench.coded_share;
    json["samples"] = std::move(samples);
    return json;
}

nlohmann::ordered_json json_of(const std::vector<BenchRow>& rows) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& r : rows) {
        list.push_back({{"name", r.name},
                        {"threads", r.threads},
                        {"seconds", r.seconds},
                        {"bytes", r.bytes},
                        {"coded_bytes", r.coded},
                        {"against", r.against},
                        {"ratio", r.ratio}});
    }
    return {{"bench", std::move(list)}};
}

Status run_bench_serialize(const BenchArguments& arguments, const CommandContext& context) {
    const auto scheme = arguments.scheme ? *scheme_named(*arguments.scheme) : SchemeChoice{}.scheme;
    STEPVAULT_ASSIGN(bench, bench_serialize(scheme, std::uint64_t{arguments.size_mib} << 20U,
                                            scratch_folder(context), context.job));
    if (context.json) {
        print_json(serialize_json(scheme, bench));
        return {};
    }
    Table rows{{"bytes", "tensors", "processes", "time", "model"}};
    for (const auto& s : bench.samples) {
        rows.push_back({format_bytes(s.bytes), std::to_string(s.tensors),
                        std::to_string(s.processes) + (s.processes == 1 ? ""
                                                       : s.together     ? " together"
                                                                        : " side by side"),
                        format_fixed(s.seconds * 1e3, 2) + " ms",
                        format_fixed(bench.model.seconds(s) * 1e3, 2) + " ms"});
    }
    std::cout << format_table(rows, {2}) << "\n" << describe_cost_model(scheme, bench.model) << "\n";
    return {};
}

Status run_bench(const BenchArguments& arguments, BenchParts parts, const CommandContext& context) {
    const auto count = static_cast<std::size_t>(arguments.size_mib) << 18U;
    ThreadPool pool;
    BenchData data;
    if (arguments.files.empty()) {
        data = made_up_model(count, pool);
    } else {
        STEPVAULT_ASSIGN(read, weights_of(arguments.files.front(), arguments.files.back(), count));
        data = std::move(read);
    }
    std::vector<BenchRow> rows;
    if (parts.codec) {
        STEPVAULT_ASSIGN(measured, bench_codec(data, context.job));
        rows = std::move(measured);
    }
    if (parts.disk) {
        STEPVAULT_ASSIGN(measured, bench_disk(data, scratch_folder(context), context.job));
        rows.insert(rows.end(), measured.begin(), measured.end());
    }
    if (context.json)
        print_json(json_of(rows));
    else
        print_rows(rows);
    return {};
}

}  // namespace

void add_bench_command(CommandLine& line) {
    const auto arguments = std::make_shared<BenchArguments>();
    const auto measure = [arguments](BenchParts parts) {
        return [arguments, parts](const CommandContext& context) {
            return finish(run_bench(*arguments, parts, context));
        };
    };
    auto& bench = line.add("bench", "Measure coding, storing and restoring on this machine",
                           measure({.codec = true, .disk = true}));
    line.add("bench codec", "Only the codec", measure({.codec = true}));
    line.add("bench disk", "Only the disk", measure({.disk = true}));
    auto& serialize = line.add("bench serialize", "Coding time of a process, by bytes and tensors",
                               [arguments](const CommandContext& context) {
                                   return finish(run_bench_serialize(*arguments, context));
                               });
    bench.require_subcommand(0, 1);
    bench.add_option("files", arguments->files, "Two checkpoints of one run to take weights from")
        ->expected(2)
        ->type_name("FILE");
    bench.add_option("--size", arguments->size_mib, "MiB of weights")
        ->check(CLI::Range(1, 16384))
        ->type_name("MIB")
        ->capture_default_str();
    serialize.add_option("--scheme", arguments->scheme, "Compression scheme")
        ->check(CLI::IsMember(distributed_scheme_names()));
    line.with_json(bench);
}

}  // namespace stepvault::cli
