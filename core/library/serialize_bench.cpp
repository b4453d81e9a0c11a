#include "library/serialize_bench.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>

#include "library/bench_data.h"
#include "run/checkpoint_scanner.h"
#include "run/completeness.h"
#include "vault/run_writer.h"
#include "vault/vault.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t smallest = std::uint64_t{1} << 20U;
constexpr std::array<std::uint64_t, 4> tensor_counts{1, 16, 256, 1024};
constexpr int rounds = 3;

/// One cell of the grid, in a run of its own.
Result<SerializationSample> measure(const BenchData& data, std::uint64_t tensors, const fs::path& folder,
                                    const JobContext& job) {
    STEPVAULT_ASSIGN(vault, Vault::open(folder / "vault", true));
    const SchemeChoice choice{.scheme = "adaptive"};
    STEPVAULT_ASSIGN(record, vault.run_for_name("bench", folder / "run", choice));
    STEPVAULT_ASSIGN(writer, RunWriter::open(vault.run_folder(record.id)));
    std::error_code ec;
    fs::create_directories(folder / "run", ec);
    ThreadPool pool(1);
    std::vector<double> seconds;
    for (int step = 0; step <= rounds; ++step) {
        STEPVAULT_TRY(job.check());
        const auto path = folder / "run" / ("step_" + std::to_string(step) + ".safetensors");
        STEPVAULT_TRY(write_safetensors(path, step % 2 == 0 ? data.before : data.now, tensors));
        const auto begin = std::chrono::steady_clock::now();
        STEPVAULT_ASSIGN(candidate, checkpoint_at(path));
        STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, step));
        STEPVAULT_TRY(writer->file(checkpoint, choice, {}, pool, job));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        // The first is the base, another thing.
        if (step > 0) seconds.push_back(took.count());
        fs::remove(path, ec);
    }
    std::ranges::sort(seconds);
    return SerializationSample{data.now.size() * sizeof(float), tensors, seconds[rounds / 2]};
}

Result<SerializeBench> measure_all(std::uint64_t largest, const fs::path& scratch, const JobContext& job) {
    SerializeBench bench;
    ThreadPool pool;
    for (auto bytes = smallest; bytes <= largest; bytes *= 4) {
        const auto data = made_up_model(bytes / sizeof(float), pool);
        for (const auto tensors : tensor_counts) {
            const auto folder = scratch / (std::to_string(bytes) + "-" + std::to_string(tensors));
            STEPVAULT_ASSIGN(sample, measure(data, tensors, folder, job));
            bench.samples.push_back(sample);
            std::error_code ec;
            fs::remove_all(folder, ec);
        }
    }
    const auto model = fit_cost_model(bench.samples);
    if (!model)
        return Error{ErrorCode::invalid_argument,
                     "the times that were measured fit no model; take a larger --size"};
    bench.model = *model;
    return bench;
}

}  // namespace

Result<SerializeBench> bench_serialize(std::uint64_t largest, const fs::path& scratch,
                                       const JobContext& job) {
    std::error_code ec;
    if (!fs::create_directories(scratch, ec))
        return Error{ErrorCode::already_exists, scratch.native() + " cannot be made, or is there already"};
    auto bench = measure_all(largest, scratch, job);
    fs::remove_all(scratch, ec);
    return bench;
}

}  // namespace stepvault
