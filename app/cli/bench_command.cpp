#include <algorithm>
#include <cmath>
#include <iostream>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/serialize_bench.h"
#include "command_line.h"
#include "cost_model_output.h"
#include "exit_code.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

double gigabytes_per_second(const BenchRow& row) {
    return static_cast<double>(row.bytes) / row.seconds / 1e9;
}

void print_rows(const std::vector<BenchRow>& rows) {
    std::vector<std::vector<std::string>> table{{"", "threads", "time", "GB/s", "size", "ratio", ""}};
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

int serialize(const Options& options, const JobContext& job) {
    const auto scratch = options.vault.native() + ".bench-" + std::to_string(getpid());
    const auto scheme = options.scheme_choice().value_or(SchemeChoice{}).scheme;
    const auto bench = bench_serialize(scheme, std::uint64_t{options.size_mib} << 20U, scratch, job);
    if (!bench) return fail(bench.error());
    const auto& model = bench->model;
    if (options.json) {
        print_json(serialize_json(scheme, *bench));
        return done;
    }
    std::vector<std::vector<std::string>> rows{{"bytes", "tensors", "processes", "time", "model"}};
    for (const auto& s : bench->samples) {
        rows.push_back({format_bytes(s.bytes), std::to_string(s.tensors),
                        std::to_string(s.processes) + (s.processes == 1 ? ""
                                                       : s.together     ? " together"
                                                                        : " side by side"),
                        format_fixed(s.seconds * 1e3, 2) + " ms",
                        format_fixed(model.seconds(s) * 1e3, 2) + " ms"});
    }
    std::cout << format_table(rows, {2}) << "\n" << describe_cost_model(scheme, model) << "\n";
    return done;
}

}  // namespace

int run_bench(const Options& options, const JobContext& job) {
    if (options.part == "serialize") return serialize(options, job);
    const bool codec_only = options.part == "codec";
    const bool disk_only = options.part == "disk";
    const auto count = static_cast<std::size_t>(options.size_mib) << 18U;
    ThreadPool pool;
    BenchData data;
    if (options.paths.empty()) {
        data = made_up_model(count, pool);
    } else {
        auto read = weights_of(options.paths.front(), options.paths.back(), count);
        if (!read) return fail(read.error());
        data = std::move(*read);
    }
    std::vector<BenchRow> rows;
    if (!disk_only) {
        auto measured = bench_codec(data, job);
        if (!measured) return fail(measured.error());
        rows = std::move(*measured);
    }
    if (!codec_only) {
        const auto scratch = options.vault.native() + ".bench-" + std::to_string(getpid());
        const auto measured = bench_disk(data, scratch, job);
        if (!measured) return fail(measured.error());
        rows.insert(rows.end(), measured->begin(), measured->end());
    }
    if (!options.json) {
        print_rows(rows);
        return done;
    }
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
    print_json({{"bench", list}});
    return done;
}

}  // namespace stepvault::cli
