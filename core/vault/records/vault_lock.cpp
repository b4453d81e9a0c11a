#include "vault/records/vault_lock.h"

#include <chrono>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/lock_wait.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

Result<FileLock> lock_vault(const std::filesystem::path& vault) {
    auto lock = await_lock([&] { return FileLock::acquire(vault_file(vault)); }, std::chrono::seconds(5));
    if (lock) remove_left_behind(vault);
    return lock;
}

Result<std::optional<FileLock>> lock_vault_of(const std::filesystem::path& run_folder) {
    const auto vault = run_folder.parent_path().parent_path();
    std::error_code ec;
    if (!std::filesystem::exists(vault_file(vault), ec)) return std::optional<FileLock>();
    STEPVAULT_ASSIGN(lock, lock_vault(vault));
    return std::optional(std::move(lock));
}

}  // namespace stepvault
