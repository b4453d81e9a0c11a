#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "library/catalog/catalog.h"
#include "plan/loss_history.h"

namespace stepvault {

/// The planner's inputs from a run's records. Times in seconds; nullopt for values that are not recorded.
struct RunStatistics {
    std::vector<LossPoint> losses;  ///< of the primary series, in the order of writing
    std::optional<double> iteration;
    std::uint64_t iteration_samples = 0;       ///< iterations of which `iteration` is the median
    std::optional<double> iteration_by_saves;  ///< from the times of saved checkpoints
    std::optional<double> stall;
    std::uint64_t stall_samples = 0;  ///< saves of which `stall` is the median
    /// By how much longer the losses around saves lie apart; nullopt if noise hides it.
    std::optional<double> stall_by_losses;
    std::uint64_t stall_by_losses_samples = 0;  ///< saves of which `stall_by_losses` is the median
    std::optional<double> background;
    std::optional<double> workers;
    std::optional<std::uint64_t> planned_steps;
    std::uint64_t starts = 0;     ///< as counted by the training hook
    std::uint64_t last_step = 0;  ///< the current step; the training may have gone back from a later step
    double last_time = 0;         ///< time of the record of last_step, since the epoch; 0: unknown
    std::optional<std::uint64_t> saved_step;        ///< the last saved step up to last_step
    std::optional<std::uint64_t> every;             ///< median steps between checkpoints
    std::optional<std::uint64_t> checkpoint_bytes;  ///< of the newest checkpoint's original
    /// The checkpoints' files were written as fast as files are copied: their times tell nothing of the
    /// training.
    bool is_copy = false;
};

using SeriesByTag = std::map<std::string, std::vector<MetricPoint>>;
/// From series written by the training hook and other loggers.
RunStatistics statistics_of_series(const SeriesByTag& series);
/// From a run in the catalog.
Result<RunStatistics> statistics_of_run(Catalog& catalog, const std::string& run_id);
/// From a metrics file. ErrorCode::unsupported if `file` is not a metrics file, not_found if it has no
/// points.
Result<RunStatistics> statistics_of_file(const std::filesystem::path& file, const JobContext& job);

}  // namespace stepvault
