#pragma once

#include <chrono>

#include "remote/client/link.h"
#include "remote/ssh/remote_command.h"
#include "remote/ssh/ssh_child.h"

namespace stepvault {

/// How to reach a vault through the system's ssh.
struct SshOptions {
    /// For ssh, such as SSH_ASKPASS. Only connections that the user asked for may ask the user.
    Variables variables = {};
    Served served = Served::vault;
    /// Without a terminal; else the command's terminal is where ssh may ask.
    bool is_detached = true;
    /// How long ssh and the user may take.
    std::chrono::milliseconds patience = std::chrono::minutes(3);
    std::chrono::milliseconds silence = wire::client_patience;
};

/// A function that connects to `stepvault serve` on another machine. ErrorCode::unsupported if the machine
/// has no Stepvault or another version; not_found for a vault that is missing; cancelled; io.
Link::Connect connect_by_ssh(const RemotePlace& place, SshOptions options);

}  // namespace stepvault
