#include "bench/serialize_bench.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <system_error>
#include <thread>

#include "base/forked_processes.h"
#include "bench/bench_data.h"
#include "partition/planned_owners.h"
#include "run/checkpoint_scanner.h"
#include "run/completeness.h"
#include "vault/encode/encode_worker.h"
#include "vault/records/vault.h"
#include "vault/run/ingest_job.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t smallest = std::uint64_t{4} << 20U;
constexpr std::array<std::uint64_t, 4> tensor_counts{1, 16, 256, 1024};
/// Smaller checkpoints mostly measure the time that processes take to synchronize.
constexpr std::uint64_t smallest_shared = std::uint64_t{16} << 20U;
constexpr int serialize_rounds = 5;

/// A run with a base, and the checkpoint to code against it.
class Work {
 public:
    static Result<Work> prepare(const BenchData& data, std::uint64_t tensors, const SchemeChoice& choice,
                                const fs::path& folder, const JobContext& job) {
        std::error_code ec;
        fs::create_directories(folder / "run", ec);
        STEPVAULT_ASSIGN(vault, Vault::open(folder / "vault", true));
        STEPVAULT_ASSIGN(record, vault.run_for_name("bench", folder / "run", choice));
        STEPVAULT_ASSIGN(writer, RunWriter::open(vault.run_folder(record.id)));
        const auto base = folder / "run" / "step_0.safetensors";
        STEPVAULT_TRY(write_safetensors(base, data.before, tensors));
        STEPVAULT_ASSIGN(candidate, checkpoint_at(base));
        STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, 0));
        ThreadPool pool;
        SingleProcess alone;
        const SharedEncoding shared{alone};
        STEPVAULT_TRY(IngestJob(*writer, checkpoint, choice, shared, pool, job).ingest({}));
        fs::remove(base, ec);
        auto next = folder / "run" / "step_1.safetensors";
        STEPVAULT_TRY(write_safetensors(next, data.now, tensors));
        return Work(choice, std::move(writer), std::move(next));
    }

    /// Returns the number of coded bytes of this process.
    Result<std::uint64_t> code(Communicator& communicator, const JobContext& job) {
        STEPVAULT_ASSIGN(candidate, checkpoint_at(next_));
        STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, 1));
        const SharedEncoding shared{.communicator = communicator, .owners = [&](const StepLayout& layout) {
                                        return planned_owners(
                                            layout, std::vector<std::uint32_t>(communicator.size(), 1));
                                    }};
        ThreadPool pool(1);
        StepPiece piece;
        if (communicator.rank() == 0) {
            IngestJob ingest(*writer_, checkpoint, choice_, shared, pool, job);
            STEPVAULT_TRY(ingest.ingest_in_pieces({}, piece));
        } else {
            HuffmanCache codes;
            const EncodeContext context{codes, writer_->tips(), shared, &piece, pool, job};
            STEPVAULT_TRY(run_encode_worker(checkpoint, writer_->folder(), context));
        }
        std::uint64_t bytes = 0;
        for (const auto& part : piece.parts)
            bytes += part.bytes.size();
        return bytes;
    }

 private:
    Work(SchemeChoice choice, std::unique_ptr<RunWriter> writer, fs::path next)
        : choice_(std::move(choice)), writer_(std::move(writer)), next_(std::move(next)) {}

    SchemeChoice choice_;
    std::unique_ptr<RunWriter> writer_;
    fs::path next_;
};

/// The time of one process, or of a process group in which each process has its own of `works` or all share
/// the first.
Result<double> time_of(std::vector<Work>& works, std::uint32_t processes, const JobContext& job) {
    std::vector<double> seconds;
    const auto measure = [&](Communicator& communicator) -> Status {
        const bool together = works.size() == 1;
        auto& work = works[together ? 0 : communicator.rank()];
        SingleProcess alone;
        auto& group = together ? communicator : static_cast<Communicator&>(alone);
        for (int round = 0; round < serialize_rounds; ++round) {
            STEPVAULT_TRY(all_reduce_status(communicator, job.check()));
            const auto begin = std::chrono::steady_clock::now();
            const auto coded = work.code(group, job);
            STEPVAULT_TRY(all_reduce_status(communicator, coded ? Status() : coded.error()));
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
            seconds.push_back(took.count());
        }
        return {};
    };
    STEPVAULT_TRY(run_forked(processes, measure));
    // Other activity on the machine only makes it slower, never faster.
    return *std::ranges::min_element(seconds);
}

class SerializeGrid {
 public:
    SerializeGrid(Scheme scheme, fs::path scratch, const JobContext& job)
        : choice_{.scheme = scheme}, scratch_(std::move(scratch)), job_(job) {}

    Result<SerializeBench> measure(std::uint64_t largest) {
        for (auto bytes = smallest; bytes <= largest; bytes *= 4) {
            BenchData data;
            {
                ThreadPool pool;
                data = made_up_model(bytes / sizeof(float), pool);
            }
            for (const auto tensors : tensor_counts)
                STEPVAULT_TRY(measure_cell(data, tensors));
        }
        const auto model = fit_cost_model(bench_.samples);
        if (!model)
            return Error{ErrorCode::invalid_argument,
                         "the measured times fit no model; choose a larger --size"};
        bench_.model = *model;
        return std::move(bench_);
    }

 private:
    Status measure_cell(const BenchData& data, std::uint64_t tensors) {
        const std::uint64_t bytes = data.now.size() * sizeof(float);
        const auto cores = std::max(1U, std::thread::hardware_concurrency());
        const bool is_shared = cores > 1 && bytes >= smallest_shared && tensors > 1;
        std::vector<Work> works;
        for (std::uint32_t i = 0; i < (is_shared ? cores : 1); ++i) {
            STEPVAULT_ASSIGN(work, Work::prepare(data, tensors, choice_, scratch_ / std::to_string(i), job_));
            works.push_back(std::move(work));
        }
        if (is_shared) {
            STEPVAULT_ASSIGN(crowded, time_of(works, cores, job_));
            bench_.samples.push_back({bytes, tensors, crowded, cores, false});
            works.erase(works.begin() + 1, works.end());
            STEPVAULT_ASSIGN(together, time_of(works, cores, job_));
            bench_.samples.push_back({bytes, tensors, together, cores, true});
        }
        STEPVAULT_ASSIGN(alone, time_of(works, 1, job_));
        bench_.samples.push_back({bytes, tensors, alone});
        SingleProcess process;
        STEPVAULT_ASSIGN(coded, works.front().code(process, job_));
        bench_.coded_share = static_cast<double>(coded) / static_cast<double>(bytes);
        std::error_code ec;
        for (const auto& entry : fs::directory_iterator(scratch_, ec))
            fs::remove_all(entry.path(), ec);
        return {};
    }

    SchemeChoice choice_;
    fs::path scratch_;
    const JobContext& job_;
    SerializeBench bench_;
};

}  // namespace

Result<SerializeBench> bench_serialize(Scheme scheme, std::uint64_t largest, const fs::path& scratch,
                                       const JobContext& job) {
    std::error_code ec;
    if (!fs::create_directories(scratch, ec))
        return Error{ErrorCode::already_exists, scratch.native() + " cannot be created, or already exists"};
    auto bench = SerializeGrid(scheme, scratch, job).measure(largest);
    fs::remove_all(scratch, ec);
    return bench;
}

}  // namespace stepvault
