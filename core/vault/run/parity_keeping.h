// Keeps the parity of a run's step files up to date, if the vault is set to keep parity.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/records/vault.h"

namespace stepvault {

/// The vault's parity in percent of the step files; nullopt if the vault keeps none.
Result<std::optional<double>> kept_parity(const Vault& vault);
/// Sets the vault's parity: more than 0 and up to 100 percent, or nullopt for none from now on. Existing
/// parity files are left to keep_parity().
Status set_kept_parity(const Vault& vault, std::optional<double> percent);

/// Makes missing parity files and those of another version, and removes files that belong to no step. The
/// caller must hold the run's lock.
Status keep_parity(const std::filesystem::path& run_folder, std::optional<double> percent, ThreadPool& pool,
                   const JobContext& job);
/// Makes the parity file of one step, likewise.
Status keep_parity_of(const std::filesystem::path& run_folder, const std::string& checkpoint_id,
                      std::optional<double> percent, const JobContext& job);

/// Total size of a run's parity files, bytes.
std::uint64_t parity_bytes(const std::filesystem::path& run_folder);

}  // namespace stepvault
