// stepvault-mpi: what many processes do together, started by mpirun.
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
#include "library/cluster/shared_library.h"
#include "mpi_crew.h"
#include "options.h"
#include "vault/records/vault_paths.h"

namespace stepvault::mpi {

namespace {

using cli::done;
using cli::usage;
using Opened = Result<std::unique_ptr<SharedLibrary>>;

Opened open_library(const Options& o, Library::Mode mode, MpiCrew& crew) {
    std::optional<NodeFolders> folders;
    if (!o.nodes_pattern.empty())
        folders = NodeFolders{
            .pattern = o.nodes_pattern, .machines = crew.machines(), .nodes = o.nodes, .group = o.group};
    return SharedLibrary::open(crew, o.vault, mode, sqlite_backends(), crew.threads(), std::move(folders));
}

void print(const SharedSaveReport& saved, const MpiCrew& crew, bool json) {
    if (json) {
        nlohmann::ordered_json line{{"id", saved.id},
                                    {"level", saved.level},
                                    {"seconds", saved.seconds.count()},
                                    {"bytes", saved.bytes},
                                    {"stored_bytes", saved.stored_bytes},
                                    {"processes", crew.size()}};
        if (saved.level == 0) line["id"] = line["level"] = nullptr;
        std::cout << line.dump() << std::endl;
    } else if (saved.level == 0) {
        std::cout << "no level is due" << std::endl;
    } else {
        std::cout << "saved " << saved.id << " by " << crew.size() << " processes on level " << saved.level
                  << " in " << std::fixed << std::setprecision(2) << saved.seconds.count() << " s"
                  << std::endl;
    }
}

Status save(const Options& o, MpiCrew& crew) {
    STEPVAULT_ASSIGN(library, open_library(o, Library::Mode::create, crew));
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
    if (crew.rank() == 0) print(saved, crew, o.json);
    return {};
}

void warn_of(const RebuildReport& rebuilt) {
    for (const auto& line : rebuilt.passed_over)
        std::cerr << "stepvault-mpi: " << line << std::endl;
}

std::string in_vault(const RebuildReport& rebuilt) {
    return rebuilt.newest_in_vault.empty() ? "none" : rebuilt.newest_in_vault + " in the vault";
}

Status rebuild(const Options& o, MpiCrew& crew) {
    STEPVAULT_ASSIGN(library, open_library(o, Library::Mode::existing, crew));
    STEPVAULT_ASSIGN(rebuilt, library->rebuild(o.run));
    if (rebuilt.id.empty() && !rebuilt.passed_over.empty()) {
        return Error{ErrorCode::corrupt,
                     rebuilt.passed_over.front() + "; the newest that is left is " + in_vault(rebuilt)};
    }
    if (crew.rank() > 0) return {};
    warn_of(rebuilt);
    if (rebuilt.id.empty())
        std::cout << "nothing on the nodes is newer than " << in_vault(rebuilt) << std::endl;
    else
        std::cout << "rebuilt " << rebuilt.id << " from the nodes" << std::endl;
    return {};
}

Status restore(const Options& o, MpiCrew& crew) {
    STEPVAULT_ASSIGN(library, open_library(o, Library::Mode::existing, crew));
    RestoreRequest request{
        .run = o.run, .step = o.step, .checkpoint_id = {}, .output = {}, .replace = o.force};
    if (crew.rank() == 0) request.output = o.output;
    STEPVAULT_ASSIGN(report, library->restore(request, {}));
    if (crew.rank() > 0) return {};
    // A step that cannot be rebuilt is said; what is left restores all the same.
    warn_of(report.rebuilt);
    if (!report.rebuilt.id.empty())
        std::cout << "rebuilt " << report.rebuilt.id << " from the nodes" << std::endl;
    std::cout << "restored " << report.restored.checkpoint_id << " to " << report.restored.output.native()
              << std::endl;
    return {};
}

Status verify(const Options& o, MpiCrew& crew) {
    STEPVAULT_ASSIGN(library, open_library(o, Library::Mode::existing, crew));
    STEPVAULT_ASSIGN(damage, library->damage(o.run, {}));
    if (crew.rank() == 0) {
        for (const auto& line : damage)
            std::cout << line << "\n";
    }
    if (damage.empty()) return {};
    return Error{ErrorCode::corrupt, std::to_string(damage.size()) +
                                         (damage.size() == 1 ? " place is damaged" : " places are damaged")};
}

int report(const Status& status, MpiCrew& crew) {
    if (status) return done;
    // All have the same reason; one line is enough. mpirun ends all as soon as one has failed.
    if (crew.rank() == 0) std::cerr << "stepvault-mpi: " << status.error().message << std::endl;
    (void)agree(&crew, {});
    return cli::exit_code(status.error());
}

int run(int argc, char** argv, MpiCrew& crew) {
    Options o;
    const auto refused = parse_options(argc, argv, o, crew.rank() == 0);
    if (refused) return *refused ? usage : done;
    raise_open_file_limit();
    switch (o.command) {
        case Command::save:
            return report(save(o, crew), crew);
        case Command::rebuild:
            return report(rebuild(o, crew), crew);
        case Command::restore:
            return report(restore(o, crew), crew);
        case Command::verify:
            return report(verify(o, crew), crew);
    }
    return usage;
}

}  // namespace

}  // namespace stepvault::mpi

int main(int argc, char** argv) {
    // The large buffers of one save follow each other: the system would clear their pages anew each time.
    mallopt(M_MMAP_THRESHOLD, 256 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    stepvault::mpi::MpiCrew crew(argc, argv);
    try {
        return stepvault::mpi::run(argc, argv, crew);
    } catch (const std::exception& e) {
        // The others may be waiting for this process, and would for ever.
        std::cerr << "stepvault-mpi: out of memory or of another resource: " << e.what() << "\n";
        crew.abort(stepvault::cli::failed);
    }
}
