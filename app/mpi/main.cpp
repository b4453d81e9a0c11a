// stepvault-mpi: what many processes do together, started by mpirun.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "base/file.h"
#include "cli/exit_code.h"
#include "db/mlflow_database.h"
#include "db/sqlite_catalog.h"
#include "library/library.h"
#include "library/shared_ingest.h"
#include "mpi_crew.h"
#include "node_levels.h"
#include "vault/step_meta.h"
#include "vault/vault_paths.h"

namespace stepvault::mpi {

namespace {

using cli::done;
using cli::usage;

struct Options {
    std::filesystem::path vault;
    std::filesystem::path path;
    std::string run;
    std::optional<std::int64_t> step;
    SchemeChoice scheme;
    std::string nodes_pattern;  ///< empty: no levels but the vault
    std::uint32_t nodes = 0;    ///< 0: one for each machine
    std::uint32_t group = 4;
    std::uint32_t level = 4;
    std::filesystem::path output;
    bool force = false;
};

unsigned threads_of(const MpiCrew& crew) {
    return std::max(1U, std::thread::hardware_concurrency() / crew.local_size());
}

NodeLevels levels_of(const Options& o, MpiCrew& crew) {
    return {crew, o.nodes_pattern, NodePlacement(crew.machines(), o.nodes), o.group};
}

/// Whether the nodes keep what the level promises.
Status check_levels(const Options& o, const MpiCrew& crew) {
    if (o.nodes_pattern.empty())
        return Error{ErrorCode::invalid_argument, "levels 1 to 3 need --node-folder"};
    const NodePlacement placement(crew.machines(), o.nodes);
    if (o.level > 1 && (placement.nodes() < 2 || o.group < 2))
        return Error{ErrorCode::invalid_argument,
                     "level " + std::to_string(o.level) +
                         " needs two nodes or more, and groups of two or more; see --nodes and --group"};
    if (placement.nodes() > placement.machines() && o.nodes_pattern.find("%n") == std::string::npos)
        return Error{ErrorCode::invalid_argument,
                     "several nodes of one machine need folders of their own; put %n into --node-folder"};
    return {};
}

/// For rank 0; the others wait for the first thing that all agree on.
Result<std::unique_ptr<Library>> open_library(const Options& o, Library::Mode mode, const MpiCrew& crew) {
    return Library::open(
        o.vault, mode,
        {[](const std::filesystem::path& vault) { return open_sqlite_catalog(catalog_file(vault)); },
         open_mlflow_database},
        threads_of(crew));
}

/// What rank 0 says to all.
Result<std::string> tell(Crew& crew, const std::string& text) {
    STEPVAULT_ASSIGN(all, crew.exchange(as_view(text)));
    return std::string(as_text(all.front()));
}

Status save(const Options& o, MpiCrew& crew) {
    const bool in_pieces = o.level < 4;
    if (in_pieces) STEPVAULT_TRY(check_levels(o, crew));
    StepPiece piece;
    IngestRequest request{.paths = {o.path}, .run = o.run, .step = o.step, .scheme = o.scheme};
    request.shared.crew = &crew;
    request.piece = in_pieces ? &piece : nullptr;
    std::string run_id;
    std::string step_id;
    std::unique_ptr<Library> library;
    const auto open = [&]() -> Status {
        if (crew.rank() > 0) return {};
        STEPVAULT_ASSIGN(opened, open_library(o, Library::Mode::create, crew));
        library = std::move(opened);
        return {};
    };
    STEPVAULT_TRY(agree(&crew, open()));
    if (in_pieces) {
        // The vault does not know what the nodes keep. What is saved again must not go over it: until all
        // have written, it may be the last that is whole.
        const auto find = [&]() -> Status {
            if (!library) return {};
            const auto known = library->run(o.run);
            if (known) run_id = known->row.id;
            const bool is_new = !known && known.error().code == ErrorCode::not_found;
            return known || is_new ? Status() : known.error();
        };
        STEPVAULT_TRY(agree(&crew, find()));
        STEPVAULT_ASSIGN(known_run, tell(crew, run_id));
        if (!known_run.empty()) {
            STEPVAULT_ASSIGN(steps, levels_of(o, crew).steps(known_run));
            request.shared.taken.insert(steps.begin(), steps.end());
        }
    }
    if (crew.rank() > 0) {
        STEPVAULT_TRY(help_ingest(request, o.vault, threads_of(crew), {}));
    } else {
        const auto rows = library->ingest(request, {});
        if (!rows) return rows.error();
        run_id = rows->front().run_id;
        step_id = rows->front().id;
        std::cout << "saved " << step_id << " by " << crew.size() << " processes on level " << o.level
                  << std::endl;
    }
    if (o.nodes_pattern.empty()) return {};
    STEPVAULT_ASSIGN(run, tell(crew, run_id));
    STEPVAULT_ASSIGN(id, tell(crew, step_id));
    auto levels = levels_of(o, crew);
    return in_pieces ? levels.save(run, id, o.level, std::move(piece)) : levels.drop(run);
}

/// Puts into the vault what the nodes have of the newest step, if the vault has none that is newer.
Status rebuild(const Options& o, MpiCrew& crew, Library* library) {
    std::string run_id;
    std::string newest;
    const auto find = [&]() -> Status {
        if (library == nullptr) return {};
        STEPVAULT_ASSIGN(run, library->run(o.run));
        run_id = run.row.id;
        STEPVAULT_ASSIGN(checkpoints, library->checkpoints(run_id));
        for (const auto& c : checkpoints)
            newest = std::max(newest, c.id, is_older_id);
        return {};
    };
    STEPVAULT_TRY(agree(&crew, find()));
    STEPVAULT_ASSIGN(run, tell(crew, run_id));
    STEPVAULT_ASSIGN(in_vault, tell(crew, newest));
    auto levels = levels_of(o, crew);
    STEPVAULT_ASSIGN(steps, levels.steps(run));
    std::optional<Error> cannot;
    for (auto id = steps.rbegin(); id != steps.rend() && is_older_id(in_vault, *id); ++id) {
        const auto bytes = levels.rebuild(run, *id);
        if (!bytes) {
            // Nothing at all is left where a save was killed before it wrote anything.
            const auto code = bytes.error().code;
            if (code != ErrorCode::corrupt && code != ErrorCode::not_found) return bytes.error();
            if (!cannot) cannot = bytes.error();
            continue;
        }
        const auto status = library == nullptr ? Status() : library->take_step(run, *id, *bytes);
        STEPVAULT_TRY(agree(&crew, status));
        if (crew.rank() == 0) {
            if (cannot) std::cerr << "stepvault-mpi: " << cannot->message << std::endl;
            std::cout << "rebuilt " << *id << " from the nodes" << std::endl;
        }
        return {};
    }
    if (cannot) {
        return Error{ErrorCode::corrupt,
                     cannot->message + "; the newest that is left is " +
                         (in_vault.empty() ? std::string("none") : in_vault + " in the vault")};
    }
    if (crew.rank() == 0)
        std::cout << "nothing on the nodes is newer than " << in_vault << " in the vault" << std::endl;
    return {};
}

Status restore(const Options& o, MpiCrew& crew, Library* library) {
    if (!o.nodes_pattern.empty()) {
        const auto rebuilt = rebuild(o, crew, library);
        // A step that cannot be rebuilt is said; what is left restores all the same.
        if (!rebuilt && rebuilt.error().code != ErrorCode::corrupt) return rebuilt;
        if (!rebuilt && crew.rank() == 0)
            std::cerr << "stepvault-mpi: " << rebuilt.error().message << std::endl;
    }
    const auto write = [&]() -> Status {
        if (library == nullptr) return {};
        RestoreRequest request{
            .run = o.run, .step = o.step, .checkpoint_id = {}, .output = o.output, .replace = o.force};
        if (!o.step) {
            STEPVAULT_ASSIGN(run, library->run(o.run));
            STEPVAULT_ASSIGN(checkpoints, library->checkpoints(run.row.id));
            if (checkpoints.empty())
                return Error{ErrorCode::not_found, "nothing of run " + o.run + " is stored"};
            request.checkpoint_id =
                std::ranges::max_element(checkpoints, is_older_id, &CheckpointRow::id)->id;
        }
        STEPVAULT_ASSIGN(report, library->restore(request, {}));
        std::cout << "restored " << report.checkpoint_id << " to " << report.output.native() << std::endl;
        return {};
    };
    return agree(&crew, write());
}

Status verify(const Options& o, MpiCrew& crew, Library* library) {
    std::string run_id;
    std::vector<std::string> damage;
    const auto look = [&]() -> Status {
        if (library == nullptr) return {};
        STEPVAULT_ASSIGN(report, library->verify({}));
        for (const auto& d : report.damage)
            damage.push_back("vault: " + d.what);
        STEPVAULT_ASSIGN(run, library->run(o.run));
        run_id = run.row.id;
        return {};
    };
    STEPVAULT_TRY(agree(&crew, look()));
    STEPVAULT_ASSIGN(run, tell(crew, run_id));
    if (!o.nodes_pattern.empty()) {
        STEPVAULT_ASSIGN(on_nodes, levels_of(o, crew).damage(run));
        damage.insert(damage.end(), on_nodes.begin(), on_nodes.end());
    }
    if (crew.rank() == 0) {
        for (const auto& line : damage)
            std::cout << line << "\n";
    }
    const Status verdict =
        damage.empty() ? Status()
                       : Status(Error{ErrorCode::corrupt, std::to_string(damage.size()) +
                                                              (damage.size() == 1 ? " place is damaged"
                                                                                  : " places are damaged")});
    return agree(&crew, verdict);
}

/// A command on a vault that is there; `library` is null but on rank 0.
Status on_vault(const Options& o, MpiCrew& crew, Status (*command)(const Options&, MpiCrew&, Library*)) {
    if (crew.rank() > 0) {
        STEPVAULT_TRY(agree(&crew, {}));
        return command(o, crew, nullptr);
    }
    const auto library = open_library(o, Library::Mode::existing, crew);
    STEPVAULT_TRY(agree(&crew, library ? Status() : library.error()));
    return command(o, crew, library->get());
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
    save_command->add_option("--level", o.level, "1 to 3: on the nodes; 4: in the vault")
        ->check(CLI::Range(1, 4))
        ->capture_default_str();
    app.add_option("--node-folder", o.nodes_pattern, "A node's own folder; %n stands for its number")
        ->type_name("DIR");
    app.add_option("--nodes", o.nodes, "How many there are (default: one for each machine)")
        ->check(CLI::Range(1, 4096));
    app.add_option("--group", o.group, "Nodes that keep copies and parity for each other")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    const auto run_of = [&](CLI::App* c) {
        c->add_option("--run", o.run, "Name or id of the run")->required()->type_name("NAME");
    };
    auto* rebuild_command = app.add_subcommand("rebuild", "Put the nodes' newest step into the vault");
    run_of(rebuild_command);
    auto* restore_command =
        app.add_subcommand("restore", "Write back the newest step, of the nodes or the vault");
    run_of(restore_command);
    restore_command->add_option("--step", o.step, "This step instead")->type_name("N");
    restore_command->add_option("--output,-o", o.output, "File or folder to write")
        ->required()
        ->type_name("PATH");
    restore_command->add_flag("--force", o.force, "Replace an existing output");
    auto* verify_command = app.add_subcommand("verify", "Hold vault and nodes against their checksums");
    run_of(verify_command);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        if (crew.rank() > 0) return e.get_exit_code() == 0 ? done : usage;
        return app.exit(e) == 0 ? done : usage;
    }
    raise_open_file_limit();
    if (*save_command) return report(save(o, crew), crew);
    if (*restore_command) return report(on_vault(o, crew, restore), crew);
    if (*verify_command) return report(on_vault(o, crew, verify), crew);
    if (o.nodes_pattern.empty())
        return report(Error{ErrorCode::invalid_argument, "rebuild needs --node-folder"}, crew);
    return report(on_vault(o, crew, rebuild), crew);
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
        crew.abort(stepvault::cli::failed);
    }
}
