// stepvault-mpi: saves and restores checkpoints with many processes, started by mpirun.
#include <exception>
#include <iomanip>
#include <iostream>
#include <malloc.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/file.h"
#include "cli/exit_code.h"
#include "db/backends.h"
#include "library/cluster/shared_vault.h"
#include "mpi_communicator.h"
#include "options.h"
#include "vault/records/vault_paths.h"

namespace stepvault::mpi {

namespace {

using cli::done;
using cli::usage;
using Opened = Result<std::unique_ptr<SharedVault>>;

Opened open_library(const Options& o, LocalVault::Mode mode, MpiCommunicator& communicator) {
    std::optional<NodeFolders> folders;
    if (!o.nodes_pattern.empty())
        folders = NodeFolders{.pattern = o.nodes_pattern,
                              .machines = communicator.machines(),
                              .nodes = o.nodes,
                              .group = o.group};
    return SharedVault::open(communicator, o.vault, mode, sqlite_backends(), communicator.threads(),
                             std::move(folders));
}

void print(const SharedSaveReport& saved, const MpiCommunicator& communicator, bool json) {
    if (json) {
        nlohmann::ordered_json line{{"id", saved.id},
                                    {"level", saved.level},
                                    {"seconds", saved.seconds.count()},
                                    {"bytes", saved.bytes},
                                    {"stored_bytes", saved.stored_bytes},
                                    {"processes", communicator.size()},
                                    {"ranks", nlohmann::ordered_json::array()}};
        for (const auto& rank : saved.ranks)
            line["ranks"].push_back(
                {{"bytes", rank.bytes}, {"tensors", rank.tensors}, {"seconds", rank.seconds}});
        if (saved.level == 0) line["id"] = line["level"] = nullptr;
        std::cout << line.dump() << std::endl;
    } else if (saved.level == 0) {
        std::cout << "no level is due" << std::endl;
    } else {
        std::cout << "saved " << saved.id << " by " << communicator.size() << " processes on level "
                  << saved.level << " in " << std::fixed << std::setprecision(2) << saved.seconds.count()
                  << " s" << std::endl;
    }
}

Status save(const Options& o, MpiCommunicator& communicator) {
    STEPVAULT_ASSIGN(library, open_library(o, LocalVault::Mode::create, communicator));
    SharedSaveRequest request{.path = o.path,
                              .run = o.run,
                              .step = o.step,
                              .scheme = o.scheme,
                              .level = o.level,
                              .weights = o.weights};
    if (!o.intervals.empty()) {
        request.intervals.emplace();
        for (std::size_t i = 0; i < o.intervals.size(); ++i)
            (*request.intervals)[i] = std::chrono::seconds(o.intervals[i]);
    }
    STEPVAULT_ASSIGN(saved, library->save(request, {}));
    if (communicator.rank() == 0) print(saved, communicator, o.json);
    return {};
}

void warn_of(const RebuildReport& rebuilt) {
    for (const auto& line : rebuilt.passed_over)
        std::cerr << "stepvault-mpi: " << line << std::endl;
}

std::string in_vault(const RebuildReport& rebuilt) {
    return rebuilt.newest_in_vault.empty() ? "none" : rebuilt.newest_in_vault + " in the vault";
}

Status rebuild(const Options& o, MpiCommunicator& communicator) {
    STEPVAULT_ASSIGN(library, open_library(o, LocalVault::Mode::existing, communicator));
    STEPVAULT_ASSIGN(rebuilt, library->rebuild(o.run));
    if (rebuilt.id.empty() && !rebuilt.passed_over.empty()) {
        return Error{ErrorCode::corrupt,
                     rebuilt.passed_over.front() + "; the newest remaining step is " + in_vault(rebuilt)};
    }
    if (communicator.rank() > 0) return {};
    warn_of(rebuilt);
    if (rebuilt.id.empty())
        std::cout << "nothing on the nodes is newer than " << in_vault(rebuilt) << std::endl;
    else
        std::cout << "rebuilt " << rebuilt.id << " from the nodes" << std::endl;
    return {};
}

Status restore(const Options& o, MpiCommunicator& communicator) {
    STEPVAULT_ASSIGN(library, open_library(o, LocalVault::Mode::existing, communicator));
    RestoreRequest request{
        .run = o.run, .step = o.step, .checkpoint_id = {}, .output = {}, .replace = o.force};
    if (communicator.rank() == 0) request.output = o.output;
    STEPVAULT_ASSIGN(report, library->restore(request, {}));
    if (communicator.rank() > 0) return {};
    // Steps that cannot be rebuilt are only a warning: the newest remaining step is restored anyway.
    warn_of(report.rebuilt);
    if (!report.rebuilt.id.empty())
        std::cout << "rebuilt " << report.rebuilt.id << " from the nodes" << std::endl;
    std::cout << "restored " << report.restored.checkpoint_id << " to " << report.restored.output.native()
              << std::endl;
    return {};
}

Status verify(const Options& o, MpiCommunicator& communicator) {
    STEPVAULT_ASSIGN(library, open_library(o, LocalVault::Mode::existing, communicator));
    STEPVAULT_ASSIGN(damage, library->damage(o.run, {}));
    if (communicator.rank() == 0) {
        for (const auto& line : damage)
            std::cout << line << "\n";
    }
    if (damage.empty()) return {};
    return Error{ErrorCode::corrupt, std::to_string(damage.size()) +
                                         (damage.size() == 1 ? " place is damaged" : " places are damaged")};
}

int report(const Status& status, MpiCommunicator& communicator) {
    if (status) return done;
    // All processes have the same error, so rank 0 alone prints it. agree() waits for that, since mpirun ends
    // all processes as soon as one has failed.
    if (communicator.rank() == 0) std::cerr << "stepvault-mpi: " << status.error().message << std::endl;
    (void)all_reduce_status(communicator, {});
    return cli::exit_code(status.error());
}

int run(int argc, char** argv, MpiCommunicator& communicator) {
    Options o;
    const auto refused = parse_options(argc, argv, o, communicator.rank() == 0);
    if (refused) return *refused ? usage : done;
    raise_open_file_limit();
    switch (o.command) {
        case Command::save:
            return report(save(o, communicator), communicator);
        case Command::rebuild:
            return report(rebuild(o, communicator), communicator);
        case Command::restore:
            return report(restore(o, communicator), communicator);
        case Command::verify:
            return report(verify(o, communicator), communicator);
    }
    return usage;
}

}  // namespace

}  // namespace stepvault::mpi

int main(int argc, char** argv) {
    // A save allocates large buffers one after another. Keep their memory: the system would clear the pages
    // again for each buffer.
    mallopt(M_MMAP_THRESHOLD, 256 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    stepvault::mpi::MpiCommunicator communicator(argc, argv);
    try {
        return stepvault::mpi::run(argc, argv, communicator);
    } catch (const std::exception& e) {
        // Other processes may be waiting for this one, and would wait forever.
        std::cerr << "stepvault-mpi: out of memory or of another resource: " << e.what() << "\n";
        communicator.abort(stepvault::cli::failed);
    }
}
