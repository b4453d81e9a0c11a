#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "library/catalog/catalog.h"
#include "library/summary/loss_digest.h"
#include "run/run_state.h"
#include "vault/records/vault.h"

namespace stepvault {

/// A run's row in a list.
struct RunInfo {
    RunRow row;
    RunActivity activity;  ///< what the state follows from
    RunState state = RunState::idle;
    std::uint64_t original_bytes = 0;
    std::uint64_t stored_bytes = 0;  ///< in the run's folder of the vault: step files, metrics, parity
    std::uint64_t step_bytes = 0;    ///< those of them that are step files
    std::uint64_t checkpoints = 0;
    std::optional<std::int64_t> last_step;  ///< highest step of metrics and checkpoints
    std::optional<double> last_loss;
    std::optional<double> lowest_loss;
    std::string loss_tag;                   ///< the primary series; empty if there is none
    std::optional<double> last_validation;  ///< newest value of validation_loss_tag()
    std::optional<double> lowest_validation;
};

/// Summarizes a run from its rows in the catalog; `now` in seconds since the epoch.
Result<RunInfo> describe_run(const RunRow& row, Catalog& catalog, LossDigests& losses, const Vault& vault,
                             double now);

/// ErrorCode::not_found if there is no such run.
Result<RunRecord> find_run(const Vault& vault, const std::string& name_or_id);
Error unknown_run(const std::string& name);

}  // namespace stepvault
