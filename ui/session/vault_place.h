#pragma once

#include <filesystem>

#include "base/paths.h"
#include "library/services/vault_handle.h"

namespace stepvault::ui {

/// A vault as settings and texts name it: its folder, or "host:folder" for one on another machine.
inline std::filesystem::path placeOf(const VaultHandle& vault) {
    return vault.host().empty() ? vault.folder()
                                : std::filesystem::path(place_on(vault.host(), vault.folder()));
}

}  // namespace stepvault::ui
