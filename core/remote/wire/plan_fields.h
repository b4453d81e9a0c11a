#pragma once

#include <tuple>

#include "library/summary/plan_report.h"
#include "library/summary/write_rate.h"
#include "plan/plan_file.h"
#include "remote/wire/value_forms.h"

namespace stepvault::wire {

template <>
struct Fields<LossPoint> {
    using T = LossPoint;
    static constexpr auto list = std::tuple(&T::step, &T::time, &T::loss);
};
template <>
struct Fields<RunStatistics> {
    using T = RunStatistics;
    static constexpr auto list =
        std::tuple(&T::losses, &T::iteration, &T::iteration_samples, &T::iteration_by_saves, &T::stall,
                   &T::stall_samples, &T::stall_by_losses, &T::stall_by_losses_samples, &T::background,
                   &T::workers, &T::planned_steps, &T::starts, &T::last_step, &T::last_time, &T::saved_step,
                   &T::every, &T::checkpoint_bytes, &T::is_copy);
};
template <>
struct Fields<WorkerStage> {
    using T = WorkerStage;
    static constexpr auto list = std::tuple(&T::from, &T::workers);
};
template <>
struct Fields<Valuing> {
    using T = Valuing;
    static constexpr auto list = std::tuple(&T::progress, &T::price);
};
template <>
struct Fields<PlanOptions> {
    using T = PlanOptions;
    static constexpr auto list = std::tuple(
        &T::from, &T::steps, &T::iteration, &T::stall, &T::estimated_stall, &T::background, &T::restart,
        &T::mean_to_failure, &T::workers, &T::mean_to_stop, &T::rungs, &T::every, &T::valuing);
};
template <>
struct Fields<PlanFile> {
    using T = PlanFile;
    static constexpr auto list =
        std::tuple(&T::made, &T::schedule, &T::from, &T::steps, &T::then_every, &T::iteration_seconds,
                   &T::stall_seconds, &T::mean_time_to_failure_seconds);
};

template <>
struct Fields<PlanInputs> {
    using T = PlanInputs;
    static constexpr auto list = std::tuple(&T::statistics, &T::write_rate);
};

}  // namespace stepvault::wire
