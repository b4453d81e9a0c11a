// plan.json: what the training hook follows (resources/python/stepvault_hook.py reads it).
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

/// What is in it; steps are the training's own.
struct PlanFile {
    double made = 0;  ///< seconds since the epoch
    std::string schedule;
    std::int64_t from = 0;            ///< the last step that was saved when it was made
    std::vector<std::int64_t> steps;  ///< ascending, of the run
    std::int64_t then_every = 1;      ///< after the last of them
    double iteration_seconds = 0;
    double stall_seconds = 0;
    double mean_time_to_failure_seconds = 0;

    [[nodiscard]] std::string to_json() const;
    /// ErrorCode::corrupt for what is no plan, unsupported for a newer one.
    static Result<PlanFile> parse(std::string_view json);
    /// Files of more than 16 MiB are not read.
    static Result<PlanFile> read(const std::filesystem::path& file);
    /// Published atomically.
    [[nodiscard]] Status write(const std::filesystem::path& file) const;

    /// The next steps to save, up to `count`, of a training that has reached `step` and follows it.
    [[nodiscard]] std::vector<std::int64_t> next_after(std::int64_t step, std::size_t count) const;
    /// Whether a training that has reached `step` would do something else by `other`: at some step the two
    /// have called for numbers of checkpoints, from then on, that are more than one and more than a tenth
    /// apart.
    [[nodiscard]] bool differs_from(const PlanFile& other, std::int64_t step) const;
};

/// Of `schedule`, which is one of the plan's. Of more than 100,000 checkpoints only the first are listed.
PlanFile plan_file(const Plan& plan, const Schedule& schedule, double made);

}  // namespace stepvault
