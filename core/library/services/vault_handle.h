#pragma once

#include <filesystem>
#include <string>

#include "library/services/maintenance.h"
#include "library/services/queries.h"
#include "library/services/restorer.h"
#include "library/services/watcher.h"

namespace stepvault {

/// A vault that is open: what the command line and the desktop use. Thread-safe.
class VaultHandle {
 public:
    virtual ~VaultHandle() = default;

    /// On the machine that has the vault.
    [[nodiscard]] virtual const std::filesystem::path& folder() const = 0;
    /// That machine, as ssh takes it; empty for this one.
    [[nodiscard]] virtual const std::string& host() const = 0;
    /// The machine that has the run, by its id or name; host() for an unknown run. Asks no machine.
    [[nodiscard]] virtual std::string host_of(const std::string& /*run*/) { return host(); }
    [[nodiscard]] virtual Queries& queries() = 0;
    [[nodiscard]] virtual Restorer& restorer() = 0;
    [[nodiscard]] virtual Maintenance& maintenance() = 0;
    [[nodiscard]] virtual Watcher& watcher() = 0;
};

}  // namespace stepvault
