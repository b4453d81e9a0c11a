#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "library/catalog/catalog.h"
#include "library/services/vault_handle.h"

namespace stepvault {

/// The vaults that a JoinedVault shows, their titles, and which of them has a run. Thread-safe.
class JoinedParts {
 public:
    /// A run and the vault that has it.
    struct Place {
        std::size_t part = 0;
        VaultHandle* vault = nullptr;
        std::string run_id;
    };

    /// `vaults`: at least one; the first is the primary.
    explicit JoinedParts(std::vector<std::shared_ptr<VaultHandle>> vaults);

    [[nodiscard]] std::size_t size() const { return vaults_.size(); }
    [[nodiscard]] VaultHandle& vault(std::size_t part) const { return *vaults_[part]; }
    [[nodiscard]] const std::shared_ptr<VaultHandle>& primary() const { return vaults_.front(); }
    /// The host of the vault, or the name of its folder, with as much of the path as makes it unique.
    [[nodiscard]] const std::string& title(std::size_t part) const { return titles_[part]; }

    /// Finds a run by its id or by the name that is shown. Asks the vaults if none is known to have it.
    /// ErrorCode::not_found; invalid_argument for a name that several vaults have; io if the run may be in a
    /// vault that cannot be reached.
    Result<Place> find(const std::string& name_or_id);
    /// The places that are known to have the run; asks no vault.
    [[nodiscard]] std::vector<Place> known(const std::string& name_or_id) const;
    /// Reads the names of all runs again. Returns the errors of the vaults that could not be read, by part.
    std::map<std::size_t, Error> refresh();
    /// Sets the runs that a vault has: pairs of id and name.
    void set_runs(std::size_t part, std::map<std::string, std::string> names);

    /// A vault further in front has a run of this id, and shows it.
    [[nodiscard]] bool is_hidden(std::size_t part, const std::string& run_id) const;
    /// The run's name, followed by the vault's title if another vault has a run of that name.
    [[nodiscard]] std::string shown_name(std::size_t part, const RunRow& row) const;

 private:
    [[nodiscard]] bool is_hidden_locked(std::size_t part, const std::string& run_id) const;
    [[nodiscard]] std::string shown_name_locked(std::size_t part, const std::string& run_id,
                                                const std::string& name) const;
    [[nodiscard]] Result<Place> ask(const std::string& name_or_id,
                                    const std::map<std::size_t, Error>& failed);
    /// ErrorCode::invalid_argument for several places.
    [[nodiscard]] Result<Place> only(const std::string& name, std::vector<Place> places) const;

    std::vector<std::shared_ptr<VaultHandle>> vaults_;
    std::vector<std::string> titles_;
    mutable std::mutex mutex_;
    std::vector<std::map<std::string, std::string>> names_;  ///< of the runs of each part, by id
};

}  // namespace stepvault
