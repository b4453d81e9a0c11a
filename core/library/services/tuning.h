// What each scheme would make of a run, from one of its steps.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "library/services/vault_handle.h"

namespace stepvault {

/// Settings that are tried, scheme by scheme.
inline constexpr std::uint32_t most_tuned_bits = 8;  ///< of lc, from 1
inline constexpr std::array tuned_errors{0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
/// Of topn and scar, in percent.
inline constexpr std::array tuned_budgets{0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0};

/// Bytes of `run`, had it been filed so that its checkpoint `studied` came out as `outcome`. Its exact steps
/// stay as they are; but where `studied` is one of them, only those that build on none.
std::uint64_t run_bytes(const BitsOutcome& outcome, const CheckpointRow& studied,
                        const std::vector<CheckpointRow>& run);

/// The newest that was coded with a loss, else the newest that builds on another one; null for none.
const CheckpointRow* step_to_tune(const std::vector<CheckpointRow>& rows);

/// What one setting would make of the step, and of the run by that.
struct TunedSetting {
    SchemeChoice choice;
    double bits_per_weight = 0;
    double relative_error = 0;
    std::uint64_t stored_bytes = 0;  ///< of the step
    std::uint64_t run_bytes = 0;
};

/// The step that was looked at, as it is and as it could be.
struct TuneReport {
    CheckpointRow step;
    /// What was studied is the step as this codes it, since it is stored exactly itself.
    std::optional<SchemeChoice> recoded = {};
    double stored_bits_per_weight = 0;
    std::uint64_t run_bytes = 0;  ///< as it is stored
    /// adaptive where the step was coded so, lc, topn, scar, exact where the run has an exact step. With the
    /// run's own exceptions, as far as a scheme can make them.
    std::vector<TunedSetting> settings;
};

/// `run`: name or id. `step`: where there is none given, the newest that was coded with a loss, else the
/// newest that builds on another one. Decodes it and the one before it, for scar; codes it anew where it is
/// exact. ErrorCode::not_found where nothing builds on another step.
Result<TuneReport> tune_run(VaultHandle& library, const std::string& run, std::optional<std::int64_t> step,
                            const JobContext& job);

}  // namespace stepvault
