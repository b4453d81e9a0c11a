#include <algorithm>
#include <iostream>

#include "command_line.h"
#include "db/backends.h"
#include "demo/demo_training.h"
#include "exit_code.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

/// Advice to append to a message that ends without any, as messages of the system do.
std::string_view way_out(const Error& error) {
    if (error.message.find("; ") != std::string::npos) return "";
    if (error.code == ErrorCode::no_space)
        return "; free space on that disk, or remove checkpoints with `stepvault prune`";
    if (error.code == ErrorCode::permission)
        return "; make it writable for you, or name another folder (for the vault, with --vault)";
    return "";
}

}  // namespace

int fail(const Error& error) {
    // printable() keeps the message on one line, even if a file name contains a line break.
    std::cerr << "stepvault: " << printable(error.message) << way_out(error) << "\n";
    return exit_code(error);
}

Result<std::unique_ptr<VaultHandle>> open_library(const Options& options, LocalVault::Mode mode,
                                                  const JobContext& job) {
    STEPVAULT_ASSIGN(opened, LocalVault::open_caught_up(options.vault, mode, sqlite_backends(), job));
    return std::unique_ptr<VaultHandle>(std::move(opened));
}

int run_ingest(const Options& options, const JobContext& job) {
    const auto library = open_library(options, LocalVault::Mode::create, job);
    if (!library) return fail(library.error());
    IngestRequest request;
    request.paths = options.paths;
    request.run = options.run;
    request.step = options.step;
    request.raw = options.raw;
    request.scheme = options.scheme_choice();
    auto rows = (*library)->watcher().ingest(request, job);
    if (!rows) {
        auto error = std::move(rows).error();
        if (error.code == ErrorCode::incomplete) error.message += "; --raw stores it as it is";
        return fail(error);
    }
    if (options.json) {
        auto list = nlohmann::ordered_json::array();
        for (const auto& row : *rows)
            list.push_back(checkpoint_json(row));
        print_json({{"checkpoints", std::move(list)}});
        return done;
    }
    for (const auto& row : *rows) {
        std::cout << "filed " << printable(row.source) << " as step " << format_step(row.step) << ": "
                  << format_bytes(row.original_bytes) << " in " << format_bytes(row.stored_bytes) << " ("
                  << format_ratio(row.original_bytes, row.stored_bytes) << ")\n";
    }
    return done;
}

int run_reindex(const Options& options, const JobContext& job) {
    const auto opened = LocalVault::open(options.vault, LocalVault::Mode::existing, sqlite_backends());
    if (!opened) return fail(opened.error());
    const auto left_out = (*opened)->maintenance().reindex(job);
    if (!left_out) return fail(left_out.error());
    for (const auto& reason : *left_out)
        std::cout << "damaged  " << printable(reason.message) << "\n";
    std::cout << "the catalog is made again";
    if (left_out->empty()) {
        std::cout << "\n";
        return done;
    }
    std::cout << ", as far as the vault is sound\n"
              << "repair it by: stepvault verify --repair [--from a copy of the vault]\n";
    return damaged;
}

int run_demo(const Options& options, const JobContext& job) {
    const auto folder =
        options.paths.empty() ? std::filesystem::path("stepvault-demo") : options.paths.front();
    std::cout << "training a small model into " << folder.native() << " for about " << options.seconds
              << " s; watch it with: stepvault watch " << folder.native() << std::endl;
    DemoOptions demo;
    demo.duration = std::chrono::seconds(options.seconds);
    if (auto status = run_demo_training(folder, demo, job); !status) return fail(status.error());
    std::cout << "done\n";
    return done;
}

}  // namespace stepvault::cli
