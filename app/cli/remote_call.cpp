#include "remote_call.h"

#include <algorithm>
#include <string_view>

#include "command_context.h"
#include "exit_code.h"
#include "interrupt.h"
#include "remote/remote_command.h"
#include "remote/ssh_run.h"

namespace stepvault::cli {

namespace {

constexpr int no_connection = 255;  // of ssh

}  // namespace

Result<std::optional<RemoteCall>> find_remote_call(int argc, char** argv) {
    constexpr std::string_view option = "--host";
    RemoteCall call;
    bool is_remote = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--") {
            call.arguments.insert(call.arguments.end(), argv + i, argv + argc);
            break;
        }
        if (!word.starts_with(option) || (word.size() > option.size() && word[option.size()] != '=')) {
            call.arguments.emplace_back(word);
            continue;
        }
        if (word == option && i + 1 == argc)
            return Error{ErrorCode::invalid_argument, "--host needs a machine: [USER@]HOST[:VAULT]"};
        call.place = word == option ? argv[++i] : word.substr(option.size() + 1);
        is_remote = true;
    }
    return is_remote ? std::optional(std::move(call)) : std::nullopt;
}

int run_there(const RemoteCall& call) {
    const auto place = parse_remote_place(call.place);
    if (!place) return fail_usage(place.error().message);
    // ssh's standard input tells the other machine whether the connection lasts.
    if (std::ranges::find(call.arguments, "-") != call.arguments.end())
        return fail_usage("standard input cannot be used with --host; give the text as an argument");
    const Interrupt interrupt;
    const auto code = run_ssh(ssh_arguments(*place, call.arguments), interrupt.token());
    if (!code) return fail(code.error());
    // An interrupt in a terminal also ends the proxy commands of ssh.
    if (*code == no_connection && interrupt.token().stop_requested()) return interrupted;
    if (*code == no_connection) return fail({ErrorCode::io, "ssh could not run a command on " + place->host});
    return *code == not_installed ? failed : *code;
}

}  // namespace stepvault::cli
