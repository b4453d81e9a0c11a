// Parity of a run's step files, kept up where the vault is told to have it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/records/vault.h"

namespace stepvault {

/// Percent of the step files; nothing where the vault keeps none.
Result<std::optional<double>> kept_parity(const Vault& vault);
/// More than 0 to 100; nothing: none from now on. What is there is left to keep_parity().
Status set_kept_parity(const Vault& vault, std::optional<double> percent);

/// Makes what is missing or of another version, and removes what is of no step. Only for who holds the run's
/// lock.
Status keep_parity(const std::filesystem::path& run_folder, std::optional<double> percent, ThreadPool& pool,
                   const JobContext& job);
/// The same of one step.
Status keep_parity_of(const std::filesystem::path& run_folder, const std::string& checkpoint_id,
                      std::optional<double> percent, const JobContext& job);

/// Bytes of a run's parity.
std::uint64_t parity_bytes(const std::filesystem::path& run_folder);

}  // namespace stepvault
