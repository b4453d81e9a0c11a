#include "remote_call.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "command_context.h"
#include "exit_code.h"
#include "interrupt.h"
#include "remote/client/installing.h"
#include "remote/ssh/remote_command.h"
#include "remote/ssh/ssh_run.h"

namespace stepvault::cli {

namespace {

constexpr int no_connection = 255;  // of ssh
constexpr std::string_view host_option = "--host";

/// `file`: empty for this program.
Result<int> install(const RemotePlace& place, const std::filesystem::path& file,
                    const std::stop_token& stop) {
    const auto program = file.empty() ? std::filesystem::path("/proc/self/exe") : file;
    std::error_code ec;
    const auto resolved = std::filesystem::canonical(program, ec);
    if (ec) return system_error(ec.value(), "read", program.native());
    STEPVAULT_TRY(check_program(resolved));
    STEPVAULT_ASSIGN(sha256, sha256_of(resolved));
    STEPVAULT_ASSIGN(code, run_ssh(install_arguments(place, sha256), stop, resolved));
    if (code == 0)
        std::cout << "installed stepvault " << STEPVAULT_VERSION << " on " << place.host
                  << " in ~/.local/lib/stepvault; remove it by --uninstall\n";
    return code;
}

Result<int> uninstall(const RemotePlace& place, const std::stop_token& stop) {
    STEPVAULT_ASSIGN(code, run_ssh(uninstall_arguments(place), stop, "/dev/null"));
    if (code == 0) std::cout << "removed stepvault from " << place.host << "\n";
    return code;
}

Result<int> carry_out(const RemoteCall& call, const RemotePlace& place, const std::stop_token& stop) {
    switch (call.kind) {
        case RemoteCall::Kind::run:
            return run_ssh(ssh_arguments(place, call.arguments), stop);
        case RemoteCall::Kind::install:
            return install(place, call.arguments.empty() ? std::string() : call.arguments.front(), stop);
        case RemoteCall::Kind::uninstall:
            return uninstall(place, stop);
    }
    return failed;
}

}  // namespace

Result<std::optional<RemoteCall>> find_remote_call(int argc, char** argv) {
    RemoteCall call;
    bool is_remote = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--") {
            call.arguments.insert(call.arguments.end(), argv + i, argv + argc);
            break;
        }
        if (word == host_option && i + 1 == argc)
            return Error{ErrorCode::invalid_argument, "--host needs a machine: [USER@]HOST[:VAULT]"};
        if (word == host_option || word.starts_with("--host=")) {
            if (is_remote) return Error{ErrorCode::invalid_argument, "--host names one machine"};
            call.place = word == host_option ? argv[++i] : word.substr(host_option.size() + 1);
            is_remote = true;
        } else if (call.arguments.empty() && (word == "--install" || word == "--uninstall")) {
            // Once a command is named, these words belong to it.
            if (call.kind != RemoteCall::Kind::run)
                return Error{ErrorCode::invalid_argument, "give either --install or --uninstall, once"};
            call.kind = word == "--install" ? RemoteCall::Kind::install : RemoteCall::Kind::uninstall;
        } else {
            call.arguments.emplace_back(word);
        }
    }
    return is_remote ? std::optional(std::move(call)) : std::nullopt;
}

int run_there(const RemoteCall& call) {
    const auto place = parse_remote_place(call.place);
    if (!place) return fail_usage(place.error().message);
    const std::size_t most = call.kind == RemoteCall::Kind::install ? 1 : 0;
    if (call.kind != RemoteCall::Kind::run && call.arguments.size() > most)
        return fail_usage("--install takes one file at most, and --uninstall takes none");
    if (!place->vault.empty() && std::ranges::find(call.arguments, "--vault") != call.arguments.end())
        return fail_usage("give the vault by --vault or by --host HOST:VAULT");
    // ssh's standard input tells the other machine whether the connection lasts.
    if (std::ranges::find(call.arguments, "-") != call.arguments.end())
        return fail_usage("standard input cannot be used with --host; give the text as an argument");
    const Interrupt interrupt;
    const auto code = carry_out(call, *place, interrupt.token());
    if (!code) return fail(code.error());
    // An interrupt in a terminal also ends the proxy commands of ssh.
    if (*code == no_connection && interrupt.token().stop_requested()) return interrupted;
    if (*code == no_connection)
        return fail({ErrorCode::io, "the connection to " + place->host + " failed or was lost"});
    if (*code == not_installed) return failed;
    constexpr int by_signal = 128;  // a shell adds the signal's number
    if (*code > by_signal && *code != interrupted)
        return fail({ErrorCode::io, "the command on " + place->host + " was ended by signal " +
                                        std::to_string(*code - by_signal)});
    return *code;
}

}  // namespace stepvault::cli
