// stepvault-mpi: what many processes do together, started by mpirun.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <thread>

#include "base/file.h"
#include "db/mlflow_database.h"
#include "db/sqlite_catalog.h"
#include "library/library.h"
#include "library/shared_ingest.h"
#include "mpi_crew.h"
#include "vault/vault_paths.h"

namespace stepvault::mpi {

namespace {

enum ExitCode : int { done = 0, failed = 1, usage = 2, damaged = 3, interrupted = 130 };

struct Options {
    std::filesystem::path vault;
    std::filesystem::path path;
    std::string run;
    std::optional<std::int64_t> step;
    SchemeChoice scheme;
};

unsigned threads_of(const MpiCrew& crew) {
    return std::max(1U, std::thread::hardware_concurrency() / crew.local_size());
}

Status save(const Options& options, MpiCrew& crew) {
    IngestRequest request{
        .paths = {options.path}, .run = options.run, .step = options.step, .scheme = options.scheme};
    request.shared.crew = &crew;
    if (crew.rank() > 0) return help_ingest(request, options.vault, threads_of(crew), {});

    const auto library = Library::open(
        options.vault, Library::Mode::create,
        {[](const std::filesystem::path& vault) { return open_sqlite_catalog(catalog_file(vault)); },
         open_mlflow_database},
        threads_of(crew));
    // The others wait for the first thing that all agree on.
    if (!library) return agree(&crew, library.error());
    const auto rows = (*library)->ingest(request, {});
    if (!rows) return rows.error();
    const auto& row = rows->front();
    std::cout << "filed " << row.source << " as " << row.id << " by " << crew.size()
              << " processes: " << row.original_bytes << " bytes in " << row.stored_bytes << "\n";
    return {};
}

int report(const Status& status, MpiCrew& crew) {
    if (status) return done;
    // All have the same reason; one line is enough. mpirun ends all as soon as one has failed.
    if (crew.rank() == 0) std::cerr << "stepvault-mpi: " << status.error().message << std::endl;
    (void)agree(&crew, {});
    if (status.error().code == ErrorCode::corrupt) return damaged;
    return status.error().code == ErrorCode::cancelled ? interrupted : failed;
}

int run(int argc, char** argv, MpiCrew& crew) {
    Options o;
    CLI::App app("Stepvault over many processes; start it with mpirun.", "stepvault-mpi");
    app.set_version_flag("--version", std::string("stepvault-mpi ") + STEPVAULT_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    app.add_option("--vault", o.vault, "Folder of the vault, which all processes see")
        ->required()
        ->type_name("DIR");
    auto* save_command = app.add_subcommand("save", "File one checkpoint, each process its share");
    save_command->add_option("path", o.path, "Checkpoint file or folder")->required()->type_name("PATH");
    save_command->add_option("--run", o.run, "Name or id of the run")->required()->type_name("NAME");
    save_command->add_option("--step", o.step, "Its step, where neither content nor name tell")
        ->type_name("N");
    save_command->add_option("--scheme", o.scheme.scheme, "How to code")
        ->check(CLI::IsMember({"adaptive", "lc", "exact"}));
    save_command->add_option("--bits", o.scheme.bits, "Bits of scheme lc")->check(CLI::Range(1, 8));
    save_command->add_option("--error", o.scheme.error, "Relative error that scheme adaptive aims at")
        ->check(CLI::Range(0.001, 0.999));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        if (crew.rank() > 0) return e.get_exit_code() == 0 ? done : usage;
        return app.exit(e) == 0 ? done : usage;
    }
    raise_open_file_limit();
    return report(save(o, crew), crew);
}

}  // namespace

}  // namespace stepvault::mpi

int main(int argc, char** argv) {
    stepvault::mpi::MpiCrew crew(argc, argv);
    try {
        return stepvault::mpi::run(argc, argv, crew);
    } catch (const std::exception& e) {
        // The others may be waiting for this process, and would for ever.
        std::cerr << "stepvault-mpi: out of memory or of another resource: " << e.what() << "\n";
        crew.abort(stepvault::mpi::failed);
    }
}
