#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <unistd.h>

#include "base/file.h"
#include "bench/bench.h"
#include "vault/chain/chain.h"
#include "vault/records/vault.h"
#include "vault/records/vault_paths.h"
#include "vault/restore/restoring.h"
#include "vault/run/ingest_job.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr int disk_rounds = 5;

Result<double> seconds_of(const std::function<Status()>& work) {
    const auto start = std::chrono::steady_clock::now();
    STEPVAULT_TRY(work());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Copies like cp on file systems that cannot share blocks, and makes the copy durable.
Status copy_durably(const fs::path& from, const fs::path& to) {
    STEPVAULT_ASSIGN(in, File::open_read(from));
    STEPVAULT_ASSIGN(out, File::open_write(to));
    STEPVAULT_TRY(out.truncate(0));
    STEPVAULT_ASSIGN(size, in.size());
    Bytes buffer(std::size_t{256} << 10U);
    for (std::uint64_t at = 0; at < size; at += buffer.size()) {
        const auto part = MutableByteView(buffer).first(std::min<std::uint64_t>(buffer.size(), size - at));
        STEPVAULT_TRY(in.read_exact(at, part));
        STEPVAULT_TRY(out.write_all(at, part));
    }
    return out.sync();
}

class DiskBench {
 public:
    DiskBench(const BenchData& data, fs::path scratch, const JobContext& job)
        : data_(data), scratch_(std::move(scratch)), job_(job) {}
    Result<std::vector<BenchRow>> run();

 private:
    Status set_up(const SchemeChoice& choice);
    Result<StepFile> file(const std::vector<float>& weights, double& seconds);
    Status bench_scheme(const SchemeChoice& choice, const std::string& name);

    const BenchData& data_;
    fs::path scratch_;
    const JobContext& job_;
    ThreadPool pool_;
    std::unique_ptr<RunWriter> writer_;
    fs::path run_folder_;
    SchemeChoice choice_;
    std::int64_t step_ = 0;
    std::vector<BenchRow> rows_;
};

Status DiskBench::set_up(const SchemeChoice& choice) {
    choice_ = choice;
    writer_.reset();
    STEPVAULT_ASSIGN(vault, Vault::open(scratch_ / ("vault-" + name_of(choice.scheme)), true));
    STEPVAULT_ASSIGN(record, vault.run_for_name("bench", scratch_ / "run", choice));
    run_folder_ = vault.run_folder(record.id);
    STEPVAULT_ASSIGN(writer, RunWriter::open(run_folder_));
    writer_ = std::move(writer);
    return {};
}

/// Writes the checkpoint again first, so that it is in the page cache.
Result<StepFile> DiskBench::file(const std::vector<float>& weights, double& seconds) {
    const auto path = scratch_ / "run" / ("step_" + std::to_string(++step_) + ".safetensors");
    STEPVAULT_TRY(write_safetensors(path, weights));
    Result<StepFile> stored = Error{ErrorCode::io, {}};
    STEPVAULT_ASSIGN(took, seconds_of([&]() -> Status {
                         STEPVAULT_ASSIGN(candidate, checkpoint_at(path));
                         STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, step_));
                         SingleProcess alone;
                         const SharedEncoding shared{alone};
                         stored = IngestJob(*writer_, checkpoint, choice_, shared, pool_, job_).ingest({});
                         return stored ? Status() : Status(stored.error());
                     }));
    seconds = took;
    std::error_code ec;
    fs::remove(path, ec);
    return stored;
}

Status DiskBench::bench_scheme(const SchemeChoice& choice, const std::string& name) {
    STEPVAULT_TRY(set_up(choice));
    std::array<double, 3> seconds{};
    std::array<std::vector<double>, 3> all;
    const auto original = scratch_ / "original";
    STEPVAULT_TRY(write_safetensors(original, data_.now));
    STEPVAULT_ASSIGN(base, file(data_.before, seconds[1]));
    std::uint64_t coded = 0;
    for (int round = 0; round < disk_rounds; ++round) {
        STEPVAULT_TRY(job_.check());
        STEPVAULT_ASSIGN(copied, seconds_of([&] { return copy_durably(original, scratch_ / "copy"); }));
        STEPVAULT_ASSIGN(stored, file(round % 2 == 0 ? data_.now : data_.before, seconds[1]));
        coded = stored.size();
        STEPVAULT_ASSIGN(
            restored, seconds_of([&]() -> Status {
                STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(run_folder_), stored.meta().id));
                chain.use_tip(writer_->tips().find(run_folder_.filename(), chain.top().layout()));
                return restore_checkpoint(chain, scratch_ / "restored", true, pool_, job_);
            }));
        seconds[0] = copied;
        seconds[2] = restored;
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].push_back(seconds[i]);
    }
    const std::array names{std::string("cp + fsync"), name + ", file", name + ", restore"};
    double copy = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::sort(all[i].begin(), all[i].end());
        const auto median = all[i][disk_rounds / 2];
        if (i == 0) copy = median;
        rows_.push_back({.name = names[i],
                         .threads = i == 0 ? 1 : pool_.size(),
                         .seconds = median,
                         .bytes = base.meta().original_bytes,
                         .coded = i == 1 ? coded : 0,
                         .against = "cp + fsync",
                         .ratio = median / copy});
    }
    return {};
}

Result<std::vector<BenchRow>> DiskBench::run() {
    std::error_code ec;
    if (!fs::create_directories(scratch_ / "run", ec))
        return Error{ErrorCode::already_exists, scratch_.native() + " cannot be created, or already exists"};
    auto status = bench_scheme({.scheme = Scheme::adaptive}, "adaptive 0.5");
    if (status) status = bench_scheme({.scheme = Scheme::exact}, "exact");
    writer_.reset();
    fs::remove_all(scratch_, ec);
    if (!status) return status.error();
    return std::move(rows_);
}

}  // namespace

Result<std::vector<BenchRow>> bench_disk(const BenchData& data, const fs::path& scratch,
                                         const JobContext& job) {
    return DiskBench(data, scratch, job).run();
}

}  // namespace stepvault
