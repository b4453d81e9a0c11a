// Finds the setting of least error whose coming checkpoints fit into a given size.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "library/catalog/catalog.h"
#include "library/study/bits_study.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// At most `bytes` for the run's next `steps` checkpoints.
struct SizeTarget {
    std::uint64_t bytes = 0;
    std::uint64_t steps = 0;
};

/// The run's next checkpoints. Every 33rd is a key step (parent_choice.h), which is larger than a delta.
struct ComingSteps {
    std::uint64_t deltas = 0;
    std::uint64_t key_steps = 0;
    double key_ratio = 1;               ///< size of a key step by that of a delta
    bool is_ratio_of_this_run = false;  ///< measured on the run's own key steps
};

/// The prediction of one setting for the run's next checkpoints.
struct TargetSetting {
    SchemeChoice choice;
    double relative_error = 0;
    std::uint64_t delta_bytes = 0;  ///< of one delta
    std::uint64_t key_bytes = 0;    ///< of one key step
    std::uint64_t bytes = 0;        ///< of all, key steps included
};

/// The setting that fits the target, and the smallest one.
struct TargetReport {
    SizeTarget target;
    ComingSteps coming;
    std::optional<TargetSetting> best;  ///< the least error that fits; nullopt if nothing fits
    TargetSetting smallest;             ///< the setting that takes least
};

/// `run`: in the order of storing. `studied`: a checkpoint of the series that goes on.
ComingSteps coming_steps(const std::vector<CheckpointRow>& run, const CheckpointRow& studied,
                         std::uint64_t steps);

/// Tries adaptive at errors of 0.05 to 0.90 in hundredths, lc at 1 to 8 bits, and exact, as far as `study`
/// can predict them, with the exceptions of `rules` that each scheme can make. Each coming delta is predicted
/// to be as large as `studied`, the checkpoint of `study`, would be.
TargetReport find_setting(const SizeTarget& target, const BitsStudy& study,
                          const std::vector<CodingRule>& rules, const std::vector<CheckpointRow>& run,
                          const CheckpointRow& studied);

}  // namespace stepvault
