#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "library/catalog/catalog.h"
#include "library/summary/plan_report.h"
#include "plan/plan_file.h"

namespace stepvault {

/// Keeps up plan.json in one run's folder, as the run goes on. Not thread-safe.
class PlanKeeper {
 public:
    /// `vault`: its disk's speed stands for that of checkpoints until the run tells.
    PlanKeeper(PlanOptions options, Catalog& catalog, std::filesystem::path vault)
        : options_(std::move(options)), catalog_(catalog), vault_(std::move(vault)) {}

    /// Plans anew, unless that was done just now, and writes the plan where a training would do something
    /// else by it. Returns the plan where it was written. A run that does not yet tell how long an iteration
    /// or a checkpoint takes, or that has come to its end, gets none.
    /// ErrorCode::invalid_argument for options, or a run, that no plan can be made for.
    Result<std::optional<PlanFile>> look(const std::string& run_id, const std::filesystem::path& run_folder);

 private:
    using Clock = std::chrono::steady_clock;

    PlanOptions options_;
    Catalog& catalog_;
    std::filesystem::path vault_;
    std::optional<double> write_rate_;
    std::uint64_t measured_bytes_ = 0;  ///< the checkpoint's size that the rate was measured for
    Clock::time_point due_{};
};

}  // namespace stepvault
