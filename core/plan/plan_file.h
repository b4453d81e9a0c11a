// plan.json, which the training hook follows (resources/python/stepvault/hook.py reads it).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/planning.h"

namespace stepvault {

inline constexpr std::string_view plan_file_name = "plan.json";

/// The contents of plan.json; steps count as in the training.
struct PlanFile {
    double made = 0;  ///< seconds since the epoch
    std::string schedule;
    std::int64_t from = 0;            ///< the last step saved before the plan was made
    std::vector<std::int64_t> steps;  ///< ascending, of the run
    std::int64_t then_every = 1;      ///< interval after the last of `steps`; 0: none
    double iteration_seconds = 0;
    double stall_seconds = 0;
    double mean_time_to_failure_seconds = 0;

    [[nodiscard]] std::string to_json() const;
    /// ErrorCode::corrupt if `json` is no plan, unsupported for a newer version.
    static Result<PlanFile> parse(std::string_view json);
    /// ErrorCode::limit for files of more than 16 MiB.
    static Result<PlanFile> read(const std::filesystem::path& file);
    /// Publishes the file atomically.
    [[nodiscard]] Status write(const std::filesystem::path& file) const;

    /// The next steps to save, up to `count`, for a training that has reached `step` and follows the plan.
    [[nodiscard]] std::vector<std::int64_t> next_after(std::int64_t step, std::size_t count) const;
    /// Whether a training that has reached `step` would act differently under `other`: at some later step the
    /// numbers of checkpoints due from `step` on differ by more than one and by more than a tenth.
    [[nodiscard]] bool differs_from(const PlanFile& other, std::int64_t step) const;
};

/// The plan file for `schedule`, which belongs to `plan`. Lists at most the first 100,000 checkpoints.
PlanFile plan_file(const Plan& plan, const Schedule& schedule, double made);

}  // namespace stepvault
