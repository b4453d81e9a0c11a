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

/// What a run's records tell a planner. Times in seconds; nullopt for what they do not tell.
struct RunStatistics {
    std::vector<LossPoint> losses;  ///< of the primary series, in the order in which they were written
    std::optional<double> iteration;
    std::optional<double> iteration_by_saves;  ///< from the times at which checkpoints were saved
    std::optional<double> stall;
    std::optional<double> background;
    std::optional<double> workers;
    std::optional<std::uint64_t> planned_steps;
    std::uint64_t starts = 0;                       ///< by the training hook
    std::uint64_t last_step = 0;                    ///< where the training is; it may have been further
    double last_time = 0;                           ///< of the record that tells, since the epoch; 0: unknown
    std::optional<std::uint64_t> saved_step;        ///< the last one up to there that is saved
    std::optional<std::uint64_t> every;             ///< median steps between checkpoints
    std::optional<std::uint64_t> checkpoint_bytes;  ///< of the newest checkpoint's original
};

using SeriesByTag = std::map<std::string, std::vector<MetricPoint>>;
/// Of what the training hook and other loggers write.
RunStatistics statistics_of_series(const SeriesByTag& series);
/// Of a run in the catalog.
Result<RunStatistics> statistics_of_run(Catalog& catalog, const std::string& run_id);
/// Of a file of metrics. ErrorCode::unsupported where it is none; not_found where there is no point in it.
Result<RunStatistics> statistics_of_file(const std::filesystem::path& file, const JobContext& job);

}  // namespace stepvault
