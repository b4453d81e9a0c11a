#include <csignal>
#include <exception>
#include <iostream>

#include "base/file.h"
#include "commands.h"
#include "exit_code.h"
#include "interrupt.h"
#include "remote_call.h"
#include "terminal_progress.h"

// Outside the try block only a lack of memory throws.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
    using namespace stepvault;
    const auto remote = cli::find_remote_call(argc, argv);
    if (!remote) return cli::fail_usage(remote.error().message);
    if (*remote) return cli::run_there(**remote);
    cli::CommandLine line;
    // --help lists the commands in this order.
    cli::add_watch_command(line);
    cli::add_ingest_command(line);
    cli::add_list_command(line);
    cli::add_params_command(line);
    cli::add_show_command(line);
    cli::add_diff_command(line);
    cli::add_restore_command(line);
    cli::add_verify_command(line);
    cli::add_reindex_command(line);
    cli::add_move_command(line);
    cli::add_copy_command(line);
    cli::add_share_command(line);
    cli::add_serve_command(line);
    cli::add_demo_command(line);
    cli::add_tune_command(line);
    cli::add_recode_command(line);
    cli::add_prune_command(line);
    cli::add_free_command(line);
    cli::add_trash_command(line);
    cli::add_pin_command(line);
    cli::add_rename_command(line);
    cli::add_note_command(line);
    cli::add_tag_command(line);
    cli::add_favourite_command(line);
    cli::add_archive_command(line);
    cli::add_bench_command(line);
    cli::add_plan_command(line);
    cli::add_simulate_command(line);
    cli::add_partition_command(line);
    const auto parsed = line.parse(argc, argv);
    if (const auto* code = std::get_if<int>(&parsed)) return *code;

    raise_open_file_limit();
    // With the signal ignored, a write beyond the file size limit fails like a write to a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    // Programs started by one that ignores it could not learn how ssh has ended.
    std::signal(SIGCHLD, SIG_DFL);
    cli::TerminalProgress progress;
    int code = cli::failed;
    try {
        const cli::Interrupt interrupt;
        code = std::get<1>(parsed)({interrupt.token(), &progress});
    } catch (const std::exception& e) {
        code = cli::fail({ErrorCode::limit, std::string("out of memory or another resource: ") + e.what()});
    }
    std::cout.flush();
    if (!std::cout && code == cli::done) return cli::fail({ErrorCode::io, "cannot write to standard output"});
    return code;
}
