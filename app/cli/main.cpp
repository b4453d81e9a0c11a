#include <csignal>
#include <exception>
#include <iostream>
#include <map>

#include "base/file.h"
#include "command_line.h"
#include "exit_code.h"
#include "interrupt.h"
#include "terminal_progress.h"

// Outside the try block only a lack of memory throws.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
    using namespace stepvault;
    const auto parsed = cli::parse_command_line(argc, argv);
    if (parsed.exit) return *parsed.exit;

    const std::map<std::string, int (*)(const cli::Options&, const JobContext&)> commands{
        {"watch", cli::run_watch},
        {"ingest", cli::run_ingest},
        {"list", cli::run_list},
        {"show", cli::run_show},
        {"restore", cli::run_restore},
        {"verify", cli::run_verify},
        {"reindex", cli::run_reindex},
        {"demo", cli::run_demo},
        {"recode", cli::run_recode},
        {"bench", cli::run_bench},
        {"plan", cli::run_plan},
        {"simulate", cli::run_simulate},
        {"partition", cli::run_partition},
        {"prune", cli::run_prune},
        {"pin", cli::run_pin},
        {"trash", cli::run_trash},
        {"tune", cli::run_tune},
        {"free", cli::run_free},
        {"move", cli::run_move}};
    raise_open_file_limit();
    // With the signal ignored, a write beyond the file size limit fails like a write to a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    cli::TerminalProgress progress;
    int code = cli::failed;
    try {
        const cli::Interrupt interrupt;
        code = commands.at(parsed.options.command)(parsed.options, {interrupt.token(), &progress});
    } catch (const std::exception& e) {
        code = cli::fail({ErrorCode::limit, std::string("out of memory or another resource: ") + e.what()});
    }
    std::cout.flush();
    if (!std::cout && code == cli::done) return cli::fail({ErrorCode::io, "cannot write to standard output"});
    return code;
}
