// Compares a communicator's saves on this machine with the simulator's predictions from `bench serialize`:
// build/release/tests/bench_cluster [adaptive|exact] [folder in memory].
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include "base/atomic_file.h"
#include "base/file.h"
#include "base/forked_processes.h"
#include "base/median.h"
#include "bench/bench_data.h"
#include "bench/serialize_bench.h"
#include "db/mlflow_database.h"
#include "db/sqlite_catalog.h"
#include "library/catalog/backends.h"
#include "library/cluster/shared_vault.h"
#include "partition/cluster.h"
#include "vault/records/vault_paths.h"

namespace {

using namespace stepvault;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int saves = 7;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Case {
    std::uint64_t mib;
    std::uint64_t tensors;
    std::uint32_t ranks;
    std::uint32_t level;
};

/// The model was fitted on none of these sizes.
std::vector<Case> cases() {
    std::vector<Case> all;
    for (const auto& [mib, tensors] :
         {std::pair<std::uint64_t, std::uint64_t>{24, 60}, {48, 400}, {100, 40}, {160, 300}}) {
        for (const std::uint32_t ranks : {1U, 2U}) {
            for (const std::uint32_t level : {1U, 2U, 3U, 4U}) {
                if (ranks > 1 || level == 1 || level == 4) all.push_back({mib, tensors, ranks, level});
            }
        }
    }
    return all;
}

/// Writes checkpoints of one run with an interval of training between them; on level 4 each builds on the one
/// before.
Status write_steps(const fs::path& folder, const Case& c) {
    ThreadPool pool;
    auto data = made_up_model((c.mib << 20U) / sizeof(float), pool);
    const auto n = data.now.size();
    std::vector<float> delta(n);
    for (std::size_t i = 0; i < n; ++i)
        delta[i] = data.now[i] - data.before[i];
    STEPVAULT_TRY(write_safetensors(folder / "step_0.safetensors", data.before, c.tensors));
    auto state = data.before;
    for (int step = 1; step <= saves; ++step) {
        const auto shift = static_cast<std::size_t>(step) * 7 * 1024;
        for (std::size_t i = 0; i < n; ++i)
            state[i] = (c.level == 4 ? state[i] : data.before[i]) + delta[(i + shift) % n];
        STEPVAULT_TRY(
            write_safetensors(folder / ("step_" + std::to_string(step) + ".safetensors"), state, c.tensors));
    }
    return {};
}

/// Times of the saves after the first two, which create what the later saves reuse.
Result<std::vector<double>> measure(const Case& c, Scheme scheme, const fs::path& folder) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    STEPVAULT_TRY(write_steps(folder, c));
    std::vector<double> seconds;
    const auto work = [&](Communicator& communicator) -> Status {
        NodeFolders nodes;
        nodes.pattern = folder / "node%n";
        for (std::uint32_t rank = 0; rank < communicator.size(); ++rank)
            nodes.machines.push_back(rank);
        nodes.group = 2;
        STEPVAULT_ASSIGN(
            library,
            SharedVault::open(communicator, folder / "vault", LocalVault::Mode::create,
                              {[](const fs::path& vault) { return open_sqlite_catalog(catalog_file(vault)); },
                               open_mlflow_database},
                              1, nodes));
        for (int step = 0; step <= saves; ++step) {
            SharedSaveRequest request{.path = folder / ("step_" + std::to_string(step) + ".safetensors")};
            request.run = "bench";
            request.folder = folder;
            request.step = step;
            request.scheme = SchemeChoice{.scheme = scheme};
            request.level = step == 0 ? 4 : c.level;
            STEPVAULT_TRY(all_reduce_status(communicator, Status()));
            const auto begin = Clock::now();
            const auto saved = library->save(request, {});
            if (!saved) return saved.error();
            if (step > 2) seconds.push_back(seconds_since(begin));
        }
        return {};
    };
    STEPVAULT_TRY(run_forked(c.ranks, work));
    fs::remove_all(folder);
    return seconds;
}

constexpr std::size_t much = std::size_t{64} << 20U;
constexpr int rounds = 5;

template <class Work>
double best_rate(Work&& work) {
    double best = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto begin = Clock::now();
        work();
        best = std::max(best, static_cast<double>(much) / seconds_since(begin));
    }
    return best;
}

/// Measures the nodes' folders, the vault's folder, and the exchanges between processes of this machine.
Result<ClusterMachine> machine_rates(const fs::path& folder) {
    ClusterMachine machine;
    const Bytes bytes(much, std::byte{1});
    Status failed;
    const auto note = [&](Status status) {
        if (failed) failed = std::move(status);
    };
    // A level assembles its bytes and writes a file of them.
    machine.local_rate = best_rate([&] {
        const Bytes together(bytes);
        note(write_file_atomically(folder / "rate", together));
    });
    // A vault overwrites the state that it keeps.
    STEPVAULT_ASSIGN(file, File::open_write(folder / "rate"));
    machine.vault_rate = best_rate([&] { note(file.write_all(0, bytes)); });
    fs::remove(folder / "rate");
    double exchanged = 0;
    note(run_forked(2, [&](Communicator& communicator) -> Status {
        Status done;
        exchanged = best_rate([&] {
            const auto all = communicator.all_gather(bytes);
            if (!all) done = all.error();
        });
        return done;
    }));
    machine.network_rate = exchanged;
    STEPVAULT_TRY(failed);
    return machine;
}

Status run(Scheme scheme, const fs::path& folder) {
    STEPVAULT_ASSIGN(bench, bench_serialize(scheme, std::uint64_t{256} << 20U, folder / "fit", {}));
    fs::create_directories(folder);
    STEPVAULT_ASSIGN(machine, machine_rates(folder));
    machine.coding = bench.model;
    machine.coded_share = bench.coded_share;
    std::printf(
        "%s: fitted with a worst deviation of %.0f %%; %.1f GB/s on a node, %.1f to another, %.1f in the "
        "vault\n",
        name_of(scheme).c_str(), 100 * bench.model.worst, machine.local_rate / 1e9,
        machine.network_rate / 1e9, machine.vault_rate / 1e9);
    std::printf("%6s %8s %6s %6s %10s %10s %8s\n", "MiB", "tensors", "ranks", "level", "measured",
                "predicted", "off");
    std::vector<double> deviations;
    for (const auto& c : cases()) {
        STEPVAULT_ASSIGN(seconds, measure(c, scheme, folder / "case"));
        const CheckpointSize whole{c.mib << 20U, c.tensors};
        const std::vector<RankLoad> loads(c.ranks, {whole.bytes / c.ranks, whole.tensors / c.ranks});
        // In memory each process has its own path into the vault.
        auto together = machine;
        together.vault_rate = together.network_rate = machine.vault_rate * c.ranks;
        const auto on_nodes =
            predict_save(machine, {.nodes = c.ranks, .processes = 1, .group = 2}, c.level, whole, loads);
        // The nodes are folders of one machine, whose processes slow each other down.
        auto predicted =
            predict_save(together, {.nodes = 1, .processes = c.ranks, .group = 2}, c.level, whole, loads);
        if (c.level < 4) {
            predicted.send = on_nodes.send;
            predicted.parity = on_nodes.parity;
            predicted.write = on_nodes.write;
        }
        const double least = *std::ranges::min_element(seconds);
        deviations.push_back(predicted.total() / least - 1);
        std::printf(
            "%6llu %8llu %6u %6u %7.1f ms %7.1f ms %+6.1f %%  (median %.1f ms; once %.1f code %.1f write "
            "%.1f)\n",
            static_cast<unsigned long long>(c.mib), static_cast<unsigned long long>(c.tensors), c.ranks,
            c.level, 1e3 * least, 1e3 * predicted.total(), 100 * deviations.back(), 1e3 * median(seconds),
            1e3 * predicted.once, 1e3 * predicted.code, 1e3 * predicted.write);
        std::fflush(stdout);
    }
    const auto within = std::ranges::count_if(deviations, [](double x) { return std::abs(x) <= 0.15; });
    std::printf("%lld of %zu within 15 %%\n", static_cast<long long>(within), deviations.size());
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    const auto scheme = scheme_named(argc > 1 ? argv[1] : "adaptive");
    if (!scheme) {
        std::fprintf(stderr, "%s\n", scheme.error().message.c_str());
        return 1;
    }
    const fs::path folder = (argc > 2 ? fs::path(argv[2]) : fs::path("/dev/shm")) /
                            ("stepvault-bench-" + std::to_string(getpid()));
    const auto done = run(*scheme, folder);
    fs::remove_all(folder);
    if (done) return 0;
    std::fprintf(stderr, "%s\n", done.error().message.c_str());
    return 1;
}
