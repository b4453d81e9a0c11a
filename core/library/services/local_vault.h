#pragma once

#include <filesystem>
#include <memory>

#include "library/services/vault_handle.h"

namespace stepvault {

struct Backends;
struct VaultParts;

/// A vault in a folder of this machine. One object per process and vault. Queries read the catalog; restore
/// and verify read only step files.
class LocalVault : public VaultHandle {
 public:
    enum class Mode {
        create,    ///< creates the vault if it does not exist
        existing,  ///< ErrorCode::not_found if it does not exist
    };
    /// ErrorCode::unsupported for a vault of a newer version; permission if the folder cannot be written
    /// (create). `threads`: of the thread pool; 0: one for each core.
    static Result<std::unique_ptr<LocalVault>> open(const std::filesystem::path& vault, Mode mode,
                                                    const Backends& backends, unsigned threads = 0);
    /// Opens it, and brings the catalog up to date if it can be written: a killed process may have left it
    /// behind.
    static Result<std::unique_ptr<LocalVault>> open_caught_up(const std::filesystem::path& vault, Mode mode,
                                                              const Backends& backends,
                                                              const JobContext& job);
    ~LocalVault() override;
    LocalVault(const LocalVault&) = delete;
    LocalVault& operator=(const LocalVault&) = delete;

    [[nodiscard]] const std::filesystem::path& folder() const override;
    [[nodiscard]] const std::string& host() const override { return here_; }
    [[nodiscard]] Queries& queries() override;
    [[nodiscard]] Restorer& restorer() override;
    [[nodiscard]] Maintenance& maintenance() override;
    [[nodiscard]] Watcher& watcher() override;

    /// For what works on the vault's files beside the services (cluster).
    [[nodiscard]] VaultParts& parts() { return *parts_; }

 private:
    struct Services;
    explicit LocalVault(std::unique_ptr<VaultParts> parts);

    std::string here_;  ///< empty
    std::unique_ptr<VaultParts> parts_;
    std::unique_ptr<Services> services_;
};

}  // namespace stepvault
