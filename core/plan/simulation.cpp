#include "plan/simulation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace stepvault {

namespace {

/// Sums up to each boundary.
struct Prefix {
    std::vector<double> clock;  ///< of the failures: expected failures, or seconds
    std::vector<double> progress;
    std::vector<double> work;
};

/// Running mean and variance. Welford, Technometrics 4(3), 1962.
class Sample {
 public:
    void add(double value) {
        ++count_;
        const double off = value - mean_;
        mean_ += off / static_cast<double>(count_);
        squares_ += off * (value - mean_);
    }
    [[nodiscard]] Estimate estimate() const {
        if (count_ < 2) return {mean_, 0};
        const auto n = static_cast<double>(count_);
        return {mean_, 1.96 * std::sqrt(squares_ / (n * (n - 1)))};
    }

 private:
    std::uint64_t count_ = 0;
    double mean_ = 0;
    double squares_ = 0;
};

class Training {
 public:
    Training(const TrainingStages& stages, const Prefix& prefix, std::span<const std::uint64_t> checkpoints,
             FailureSource source, std::uint64_t end)
        : stages_(stages),
          prefix_(prefix),
          checkpoints_(checkpoints),
          source_(std::move(source)),
          end_(end),
          background_(stages.model.background_iterations()),
          failure_(source_.next(0)) {}

    /// nullopt if given up.
    std::optional<ScheduleCosts> run() {
        while (true) {
            const auto goal = next_goal();
            if (!train_to(goal)) {
                if (!recover()) return {};
                continue;
            }
            if (under_way_ && goal == *under_way_ + background_) {
                safe_ = *under_way_;
                under_way_.reset();
            }
            if (goal == end_) return costs_;
            if (next_ < checkpoints_.size() && checkpoints_[next_] == goal && !take_checkpoint(goal)) {
                if (!recover()) return {};
            }
        }
    }

 private:
    [[nodiscard]] std::uint64_t next_goal() const {
        auto goal = end_;
        if (next_ < checkpoints_.size()) goal = std::min(goal, checkpoints_[next_]);
        if (under_way_) goal = std::min(goal, *under_way_ + background_);
        return goal;
    }

    [[nodiscard]] double place(const std::vector<double>& sums) const {
        const auto whole = static_cast<std::uint64_t>(at_);
        const double part = at_ - static_cast<double>(whole);
        return part == 0 ? sums[whole] : sums[whole] + part * (sums[whole + 1] - sums[whole]);
    }

    /// False if a failure came on the way; `at_` is then its position.
    bool train_to(std::uint64_t goal) {
        const double start = place(prefix_.clock);
        const double left = failure_ - clock_;
        const double way = prefix_.clock[goal] - start;
        if (way < left) {
            clock_ += way;
            at_ = static_cast<double>(goal);
            return true;
        }
        const auto first = prefix_.clock.begin() + static_cast<std::ptrdiff_t>(at_);
        const auto after =
            std::upper_bound(first, prefix_.clock.begin() + static_cast<std::ptrdiff_t>(goal), start + left);
        const auto whole = static_cast<std::size_t>(std::max(after, first + 1) - prefix_.clock.begin()) - 1;
        const double length = prefix_.clock[whole + 1] - prefix_.clock[whole];
        at_ = std::max(
            at_, static_cast<double>(whole) + std::min(1.0, (start + left - prefix_.clock[whole]) / length));
        clock_ = failure_;
        return false;
    }

    bool take_checkpoint(std::uint64_t boundary) {
        ++next_;
        const auto& i = stages_.iterations[boundary - 1];
        const bool done = stand_still(stages_.model.stall, i, &OverheadCosts::stalls);
        if (!done) return false;
        under_way_ = boundary;
        if (background_ == 0) {
            safe_ = boundary;
            under_way_.reset();
        }
        return true;
    }

    /// False if a failure came during this time.
    bool stand_still(double seconds, const TrainingStages::Iteration& i, double OverheadCosts::*kind) {
        const double dt = stages_.model.iteration;
        const double speed = source_.runs_in_seconds() ? 1 : i.hazard / dt;
        const double left = (failure_ - clock_) / speed;
        const bool failed = !(seconds < left);
        const double stood = failed ? left : seconds;
        costs_.seconds.*kind += stood;
        costs_.progress.*kind += stood * i.pace;
        costs_.value.*kind += stood * i.price;
        clock_ = failed ? failure_ : clock_ + stood * speed;
        return !failed;
    }

    /// False after too many failures.
    bool recover() {
        const auto place_before = at_;
        const auto& i = stages_.iterations[static_cast<std::size_t>(
            std::clamp(std::ceil(place_before) - 1, 0.0, static_cast<double>(stages_.size() - 1)))];
        const double work = place(prefix_.work);
        const double progress = place(prefix_.progress);
        at_ = static_cast<double>(safe_);
        costs_.seconds.rework += (place_before - at_) * stages_.model.iteration;
        costs_.progress.rework += progress - prefix_.progress[safe_];
        costs_.value.rework += work - prefix_.work[safe_];
        under_way_.reset();
        next_ =
            static_cast<std::size_t>(std::ranges::upper_bound(checkpoints_, safe_) - checkpoints_.begin());
        do {
            constexpr double most_failures = 1e6;
            if (++costs_.failures > most_failures) return false;
            failure_ = source_.next(clock_);
        } while (!stand_still(stages_.model.restart, i, &OverheadCosts::restarts));
        return true;
    }

    const TrainingStages& stages_;
    const Prefix& prefix_;
    std::span<const std::uint64_t> checkpoints_;
    FailureSource source_;
    std::uint64_t end_;
    std::uint64_t background_;
    ScheduleCosts costs_;
    double clock_ = 0;
    double failure_;
    double at_ = 0;  ///< iterations done, including a part of the current one
    std::uint64_t safe_ = 0;
    std::optional<std::uint64_t> under_way_;
    std::size_t next_ = 0;
};

Prefix make_prefix(const TrainingStages& stages, bool in_seconds) {
    Prefix p;
    for (auto* sums : {&p.clock, &p.progress, &p.work}) {
        sums->reserve(stages.size() + 1);
        sums->push_back(0);
    }
    for (const auto& i : stages.iterations) {
        p.clock.push_back(p.clock.back() + (in_seconds ? stages.model.iteration : i.hazard));
        p.progress.push_back(p.progress.back() + i.progress);
        p.work.push_back(p.work.back() + i.work);
    }
    return p;
}

/// The iteration at which the user stops this job.
std::uint64_t draw_end(const TrainingStages& stages, std::mt19937_64& random) {
    if (stages.model.survival.is_certain()) return stages.size();
    const double uniform = static_cast<double>(random() >> 11) * 0x1p-53;
    // The last iteration that starts is the last one whose `reached` exceeds `uniform`.
    const auto past =
        std::ranges::partition_point(stages.iterations, [&](const auto& i) { return i.reached > uniform; });
    return static_cast<std::uint64_t>(past - stages.iterations.begin());
}

class Figures {
 public:
    void add(const ScheduleCosts& costs) {
        failures_.add(costs.failures);
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            const auto& k = costs.*kinds[kind];
            totals_[kind].add(k.total());
            for (std::size_t part = 0; part < parts.size(); ++part)
                parts_[kind][part].add(k.*parts[part]);
        }
    }
    void put_into(SimulatedCosts& out) const {
        out.failures = failures_.estimate();
        out.mean.failures = out.failures.mean;
        out.seconds = totals_[0].estimate();
        out.progress = totals_[1].estimate();
        out.value = totals_[2].estimate();
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            for (std::size_t part = 0; part < parts.size(); ++part)
                out.mean.*kinds[kind].*parts[part] = parts_[kind][part].estimate().mean;
        }
    }

 private:
    static constexpr std::array kinds{&ScheduleCosts::seconds, &ScheduleCosts::progress,
                                      &ScheduleCosts::value};
    static constexpr std::array parts{&OverheadCosts::stalls, &OverheadCosts::rework,
                                      &OverheadCosts::restarts};

    Sample failures_;
    std::array<Sample, 3> totals_;
    std::array<std::array<Sample, 3>, 3> parts_;
};

}  // namespace

Result<SimulatedCosts> simulate(const TrainingStages& stages, std::span<const std::uint64_t> checkpoints,
                                const SimulationOptions& options, const JobContext& job) {
    const bool traced = !options.trace.empty();
    const auto prefix = make_prefix(stages, traced);
    std::mt19937_64 seeds(options.seed);
    SimulatedCosts out;
    Figures figures;
    for (std::uint64_t n = 0; n < options.trainings; ++n) {
        STEPVAULT_TRY(job.check());
        const auto seed = seeds();
        const auto end = draw_end(stages, seeds);
        auto source =
            traced ? FailureSource::traced(options.trace) : FailureSource::drawn(seed, options.shape);
        const auto costs = Training(stages, prefix, checkpoints, std::move(source), end).run();
        if (costs) {
            ++out.trainings;
            figures.add(*costs);
        } else {
            ++out.unfinished;
        }
    }
    figures.put_into(out);
    return out;
}

}  // namespace stepvault
