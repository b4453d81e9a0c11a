// Predicts from one step of a run how each scheme would code the run.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "library/services/size_target.h"
#include "library/services/vault_handle.h"

namespace stepvault {

/// The settings to try for each scheme.
inline constexpr std::uint32_t most_tuned_bits = 8;  ///< for lc, from 1
inline constexpr std::array tuned_errors{0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
/// For topn and scar, in percent.
inline constexpr std::array tuned_budgets{0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0};

/// The bytes that `run` would take if it were stored with the settings that give `outcome` for its checkpoint
/// `studied`. The run's exact steps stay the same; if `studied` is exact itself, only those that build on no
/// other step.
std::uint64_t run_bytes(const BitsOutcome& outcome, const CheckpointRow& studied,
                        const std::vector<CheckpointRow>& run);

/// The newest checkpoint that was coded lossily, or else the newest that builds on another; null if there is
/// none.
const CheckpointRow* step_to_tune(const std::vector<CheckpointRow>& rows);

/// The prediction of one setting for the step, and for the run from that.
struct TunedSetting {
    SchemeChoice choice;
    double bits_per_weight = 0;
    double relative_error = 0;
    std::uint64_t stored_bytes = 0;  ///< of the step
    std::uint64_t run_bytes = 0;
};

/// The studied step, as stored and as other settings would code it.
struct TuneReport {
    CheckpointRow step;
    /// For a step that is stored exactly: the choice by which it was coded again for the study.
    std::optional<SchemeChoice> recoded = {};
    double stored_bits_per_weight = 0;
    std::uint64_t run_bytes = 0;  ///< as stored
    /// In this order: adaptive if the step was coded by it, lc, topn, scar, and exact if the run has an exact
    /// step. Each with the run's own exceptions, as far as the scheme supports them.
    std::vector<TunedSetting> settings;
    std::optional<TargetReport> target = {};  ///< if a target was given
};

/// `run`: name or id. `target`: the setting to find, if any. `step`: the default is the newest step that was
/// coded lossily, or else the newest that builds on another. Decodes the step and the one before it, for
/// scar; codes the step again if it is exact. ErrorCode::not_found if no step builds on another.
Result<TuneReport> tune_run(VaultHandle& library, const std::string& run, std::optional<std::int64_t> step,
                            const JobContext& job, const std::optional<SizeTarget>& target = {});

}  // namespace stepvault
