#pragma once

#include "remote/client/remote_vault.h"
#include "remote/serve/vault_dispatcher.h"
#include "support/served_place.h"
#include "support/watched_library.h"

namespace stepvault::test {

/// A vault on another machine.
class ServedVault : public ServedPlace {
 public:
    explicit ServedVault(LocalVault& vault, ServerLimits limits = {},
                         std::chrono::milliseconds silence = std::chrono::seconds(20))
        : ServedPlace([&vault] { return std::make_unique<VaultDispatcher>(vault); }, limits, silence) {}

    Result<std::unique_ptr<RemoteVault>> open() {
        return RemoteVault::open({"box", {}}, connect(), {}, std::chrono::milliseconds(10));
    }
};

}  // namespace stepvault::test
