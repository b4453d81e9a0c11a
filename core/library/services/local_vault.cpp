#include "library/services/local_vault.h"

#include "library/services/local_maintenance.h"
#include "library/services/local_queries.h"
#include "library/services/local_restorer.h"
#include "library/services/local_watcher.h"

namespace stepvault {

struct LocalVault::Services {
    explicit Services(VaultParts& parts)
        : queries(parts), restorer(parts), maintenance(parts), watcher(parts) {}

    LocalQueries queries;
    LocalRestorer restorer;
    LocalMaintenance maintenance;
    LocalWatcher watcher;
};

LocalVault::LocalVault(std::unique_ptr<VaultParts> parts)
    : parts_(std::move(parts)), services_(std::make_unique<Services>(*parts_)) {}
LocalVault::~LocalVault() = default;

Result<std::unique_ptr<LocalVault>> LocalVault::open(const std::filesystem::path& vault, Mode mode,
                                                     const Backends& backends, unsigned threads) {
    STEPVAULT_ASSIGN(opened, Vault::open(vault, mode == Mode::create));
    STEPVAULT_ASSIGN(catalog, backends.catalog(opened.folder()));
    return std::unique_ptr<LocalVault>(new LocalVault(
        std::make_unique<VaultParts>(std::move(opened), std::move(catalog), backends.metrics, threads)));
}

Result<std::unique_ptr<LocalVault>> LocalVault::open_caught_up(const std::filesystem::path& vault, Mode mode,
                                                               const Backends& backends,
                                                               const JobContext& job) {
    STEPVAULT_ASSIGN(opened, open(vault, mode, backends));
    auto& maintenance = opened->maintenance();
    auto status = maintenance.reindex(job, Reindex::differences);
    // Rebuild it, as we do for a catalog that cannot be opened.
    if (!status && status.error().code == ErrorCode::corrupt) status = maintenance.reindex(job);
    // A catalog that cannot be written is shown as it is. A full disk must not keep out users who free it.
    if (!status && status.error().code != ErrorCode::permission && status.error().code != ErrorCode::no_space)
        return status.error();
    return std::move(opened);
}

const std::filesystem::path& LocalVault::folder() const {
    return parts_->folder();
}

Queries& LocalVault::queries() {
    return services_->queries;
}

Restorer& LocalVault::restorer() {
    return services_->restorer;
}

Maintenance& LocalVault::maintenance() {
    return services_->maintenance;
}

Watcher& LocalVault::watcher() {
    return services_->watcher;
}

}  // namespace stepvault
