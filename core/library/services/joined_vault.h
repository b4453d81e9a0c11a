#pragma once

#include <memory>
#include <vector>

#include "library/services/joined_maintenance.h"
#include "library/services/joined_parts.h"
#include "library/services/joined_queries.h"
#include "library/services/joined_restorer.h"
#include "library/services/vault_handle.h"

namespace stepvault {

/// Several open vaults as one. Folder, host, watching and functions on a whole vault are those of the first,
/// the primary one. A run is named by its id, or by the name in the list: "name (title)" where several vaults
/// have a run of that name. Each function on a run goes to the vault that has it.
class JoinedVault : public VaultHandle {
 public:
    /// `vaults`: at least one. If two vaults have a run of the same id, the first of them shows it.
    explicit JoinedVault(std::vector<std::shared_ptr<VaultHandle>> vaults)
        : parts_(std::move(vaults)), queries_(parts_), restorer_(parts_), maintenance_(parts_) {}
    JoinedVault(const JoinedVault&) = delete;
    JoinedVault& operator=(const JoinedVault&) = delete;

    [[nodiscard]] const std::filesystem::path& folder() const override { return parts_.primary()->folder(); }
    [[nodiscard]] const std::string& host() const override { return parts_.primary()->host(); }
    [[nodiscard]] std::string host_of(const std::string& run) override {
        const auto places = parts_.known(run);
        return places.empty() ? host() : places.front().vault->host();
    }
    [[nodiscard]] Queries& queries() override { return queries_; }
    [[nodiscard]] Restorer& restorer() override { return restorer_; }
    [[nodiscard]] Maintenance& maintenance() override { return maintenance_; }
    [[nodiscard]] Watcher& watcher() override { return parts_.primary()->watcher(); }

    /// The vaults, by which a caller can tell where a run is.
    [[nodiscard]] JoinedParts& parts() { return parts_; }

 private:
    JoinedParts parts_;
    JoinedQueries queries_;
    JoinedRestorer restorer_;
    JoinedMaintenance maintenance_;
};

}  // namespace stepvault
