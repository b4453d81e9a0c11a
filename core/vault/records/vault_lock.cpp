#include "vault/records/vault_lock.h"

#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "base/atomic_file.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

Result<FileLock> lock_vault(const std::filesystem::path& vault) {
    constexpr int attempts = 500;
    for (int i = 0;; ++i) {
        auto lock = FileLock::acquire(vault_file(vault));
        if (lock) remove_left_behind(vault);
        if (lock || lock.error().code != ErrorCode::locked || i == attempts) return lock;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

Result<std::optional<FileLock>> lock_vault_of(const std::filesystem::path& run_folder) {
    const auto vault = run_folder.parent_path().parent_path();
    std::error_code ec;
    if (!std::filesystem::exists(vault_file(vault), ec)) return std::optional<FileLock>();
    STEPVAULT_ASSIGN(lock, lock_vault(vault));
    return std::optional(std::move(lock));
}

}  // namespace stepvault
