#pragma once

#include <chrono>
#include <stop_token>

#include "remote/serve/dispatcher.h"
#include "remote/wire/frame.h"

namespace stepvault {

/// Limits of one connection.
struct ServerLimits {
    std::size_t requests = 64;  ///< at work at the same time
    std::chrono::milliseconds patience = wire::server_patience;
};

/// Answers requests on two descriptors until the other side ends the connection, is silent for too long, or a
/// stop is requested. Then all work stops, the watching too, and this returns once it has. Many requests run
/// at once; each can be cancelled. With a VaultDispatcher it opens nothing but the vault and the paths that
/// requests name, and starts no program but this one, for a watch in the background. ErrorCode::corrupt or
/// limit for bytes that are no requests.
Status serve(Dispatcher& dispatcher, int in, int out, const std::stop_token& stop,
             const ServerLimits& limits = {});

/// Tells the other side why there is nothing to serve.
void refuse(int out, const Error& error);

}  // namespace stepvault
