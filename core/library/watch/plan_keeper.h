#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "library/catalog/catalog.h"
#include "library/summary/plan_report.h"
#include "plan/plan_file.h"

namespace stepvault {

/// Keeps plan.json in one run's folder up to date while the run goes on. Not thread-safe.
class PlanKeeper {
 public:
    /// `vault`: the speed of its disk stands in for the speed of the checkpoints' disk until the run's
    /// records show the cost of a checkpoint.
    PlanKeeper(PlanOptions options, Catalog& catalog, std::filesystem::path vault)
        : options_(std::move(options)), catalog_(catalog), vault_(std::move(vault)) {}

    /// Makes a new plan, unless it has just made one, and writes the plan if it would change what the
    /// training does. Returns the plan if it was written. A run gets no plan after its end, or while the
    /// duration of its iterations or checkpoints is unknown. ErrorCode::invalid_argument for options, or a
    /// run, for which no plan can be made.
    Result<std::optional<PlanFile>> look(const std::string& run_id, const std::filesystem::path& run_folder);

 private:
    using Clock = std::chrono::steady_clock;

    PlanOptions options_;
    Catalog& catalog_;
    std::filesystem::path vault_;
    std::optional<double> write_rate_;
    std::uint64_t measured_bytes_ = 0;  ///< checkpoint size for which write_rate_ was measured
    Clock::time_point due_{};
};

}  // namespace stepvault
