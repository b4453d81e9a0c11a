#include "plan/training_model.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace stepvault {

namespace {

/// More iterations than any training has, but still exact as a double.
constexpr double most_iterations = 1e15;

Status check_time(double seconds, const char* what, bool may_be_zero) {
    if (std::isfinite(seconds) && (seconds > 0 || (may_be_zero && seconds == 0))) return {};
    return Error{ErrorCode::invalid_argument, std::string(what) + " must be a number of seconds " +
                                                  (may_be_zero ? "that is not negative" : "above 0")};
}

}  // namespace

Status TrainingModel::check() const {
    STEPVAULT_TRY(check_time(iteration, "the time of an iteration", false));
    STEPVAULT_TRY(check_time(stall, "the stall of a checkpoint", true));
    STEPVAULT_TRY(check_time(background, "the background time of a checkpoint", true));
    STEPVAULT_TRY(check_time(restart, "the time of a restart", true));
    STEPVAULT_TRY(check_time(mean_to_failure, "the mean time to failure", false));
    if (background / iteration > most_iterations)
        return Error{ErrorCode::invalid_argument, "the background time of a checkpoint is far too long"};
    if (!survival.makes_sense())
        return Error{ErrorCode::invalid_argument,
                     "the time until a job is stopped must be above 0, and the times of its rungs must grow"};
    for (std::size_t i = 0; i < workers.size(); ++i) {
        if (!(workers[i].workers > 0) || !std::isfinite(workers[i].workers))
            return Error{ErrorCode::invalid_argument, "the number of workers must be above 0"};
        if (i > 0 && workers[i].from <= workers[i - 1].from)
            return Error{ErrorCode::invalid_argument,
                         "the stages of workers must be in the order of iterations"};
    }
    return {};
}

double TrainingModel::workers_at(std::uint64_t at) const {
    const auto after = std::ranges::upper_bound(workers, at, {}, &WorkerStage::from);
    return after == workers.begin() ? 1 : std::prev(after)->workers;
}

double TrainingModel::average_workers(std::uint64_t end) const {
    double sum = 0;
    std::uint64_t from = 0;
    double now = 1;
    for (const auto& stage : workers) {
        const auto until = std::min(stage.from, end);
        sum += now * static_cast<double>(until - from);
        from = until;
        now = stage.workers;
    }
    return (sum + now * static_cast<double>(end - from)) / static_cast<double>(end);
}

std::uint64_t TrainingModel::background_iterations() const {
    // Despite rounding, 0.3 s take three iterations of 0.1 s.
    return static_cast<std::uint64_t>(std::ceil(background / iteration * (1 - 1e-12)));
}

std::uint64_t TrainingModel::least_gap() const {
    return std::max<std::uint64_t>(1, background_iterations());
}

}  // namespace stepvault
