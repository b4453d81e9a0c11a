#include "remote/serve/vault_dispatcher.h"

#include "remote/serve/handler.h"

namespace stepvault {

template <class S>
S& VaultDispatcher::service() {
    if constexpr (std::is_same_v<S, Queries>)
        return vault_.queries();
    else if constexpr (std::is_same_v<S, Restorer>)
        return vault_.restorer();
    else if constexpr (std::is_same_v<S, Maintenance>)
        return vault_.maintenance();
    else if constexpr (std::is_same_v<S, Watcher>)
        return vault_.watcher();
    else if constexpr (std::is_same_v<S, StepSources>)
        return sources_;
    else
        return files_;
}

VaultDispatcher::VaultDispatcher(LocalVault& vault)
    : vault_(vault), sources_(vault.parts()), files_(vault.parts()) {
    wire::Methods::for_each([&](auto method) {
        constexpr auto function = decltype(method)::function;
        add(handler_of<function>(service<wire::ServiceOf<function>>()));
    });
}

}  // namespace stepvault
