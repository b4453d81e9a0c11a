#include "remote/client/remote_vault.h"

#include <utility>

namespace stepvault {

Result<std::unique_ptr<RemoteVault>> RemoteVault::open(const RemotePlace& place, Link::Connect connect,
                                                       const std::stop_token& stop,
                                                       std::chrono::milliseconds retry) {
    STEPVAULT_ASSIGN(link, Link::open(place, std::move(connect), stop, retry));
    return std::unique_ptr<RemoteVault>(new RemoteVault(std::move(link)));
}

}  // namespace stepvault
