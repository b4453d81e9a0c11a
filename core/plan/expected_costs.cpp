#include "plan/expected_costs.h"

#include <array>
#include <cmath>

#include "plan/failure_terms.h"

namespace stepvault {

namespace {

/// The expected expense since a safe checkpoint, on the way from there to a boundary. All values grow alike
/// where a failure leads back to that checkpoint: y' = e^h y + the addition of the next piece of the way.
class Spent {
 public:
    enum Index {
        failures,
        work_s,
        work_p,
        work_v,
        stall_s,
        stall_p,
        stall_v,
        restart_s,
        restart_p,
        restart_v,
        count
    };

    void grow(double growth) {
        for (auto& y : at_)
            y += growth * y;
    }
    double& operator[](Index i) { return at_[i]; }
    double operator[](Index i) const { return at_[i]; }
    /// Adds the growth from `before` to `after`; infinite values add infinity.
    void add_gain(const Spent& after, const Spent& before, double weight) {
        if (weight == 0) return;
        for (std::size_t i = 0; i < count; ++i) {
            const bool is_endless = std::isinf(after.at_[i]);
            at_[i] += is_endless ? after.at_[i] : weight * (after.at_[i] - before.at_[i]);
        }
    }

 private:
    std::array<double, count> at_{};
};

class Walk {
 public:
    explicit Walk(const TrainingStages& stages)
        : stages_(stages),
          work_(stages.model.iteration, stages.model.restart),
          stall_(stages.model.stall, stages.model.restart) {}

    void pass_iteration(Spent& y, std::uint64_t k) {
        const auto& i = stages_.iterations[k];
        const double dt = stages_.model.iteration;
        const auto& terms = work_.at(i.hazard / dt);
        y.grow(terms.growth);
        y[Spent::work_s] += terms.passed * dt;
        y[Spent::work_p] += terms.passed * i.progress;
        y[Spent::work_v] += terms.passed * i.work;
        fail(y, terms, i);
    }

    void pass_stall(Spent& y, std::uint64_t boundary) {
        const auto& i = stages_.iterations[boundary - 1];
        const auto& terms = stall_.at(stages_.rate_at(boundary));
        const double seconds = terms.passed * stages_.model.stall;
        y.grow(terms.growth);
        y[Spent::stall_s] += seconds;
        y[Spent::stall_p] += seconds * i.pace;
        y[Spent::stall_v] += seconds * i.price;
        fail(y, terms, i);
    }

 private:
    void fail(Spent& y, const FailureTerms& terms, const TrainingStages::Iteration& i) const {
        y[Spent::failures] += terms.failures;
        y[Spent::restart_s] += terms.restarting;
        y[Spent::restart_p] += terms.restarting * i.pace;
        y[Spent::restart_v] += terms.restarting * i.price;
    }

    const TrainingStages& stages_;
    FailureTermsCache work_;
    FailureTermsCache stall_;
};

}  // namespace

ScheduleCosts expected_costs(const TrainingStages& stages, std::span<const std::uint64_t> checkpoints) {
    Walk walk(stages);
    Spent total;
    Spent since;                // since the newest safe checkpoint
    Spent since_next;           // since the checkpoint in progress
    std::uint64_t safe_at = 0;  // boundary; 0 while no checkpoint is in progress
    const auto background = stages.model.background_iterations();
    auto next = checkpoints.begin();
    for (std::uint64_t k = 0; k < stages.size(); ++k) {
        const auto& i = stages.iterations[k];
        auto before = since;
        walk.pass_iteration(since, k);
        total.add_gain(since, before, i.reached);
        total[Spent::work_s] -= i.reached * stages.model.iteration;
        total[Spent::work_p] -= i.reached * i.progress;
        total[Spent::work_v] -= i.reached * i.work;
        if (safe_at > 0) walk.pass_iteration(since_next, k);

        const auto boundary = k + 1;
        if (safe_at == boundary) {
            since = since_next;
            safe_at = 0;
        }
        if (next == checkpoints.end() || *next != boundary || boundary == stages.size()) continue;
        ++next;
        before = since;
        walk.pass_stall(since, boundary);
        total.add_gain(since, before, stages.iterations[boundary].reached);
        since_next = {};
        if (background == 0)
            since = {};
        else
            safe_at = boundary + background;
    }
    const auto costs = [&](Spent::Index stall, Spent::Index work, Spent::Index restart) {
        return OverheadCosts{total[stall], total[work], total[restart]};
    };
    return {total[Spent::failures], costs(Spent::stall_s, Spent::work_s, Spent::restart_s),
            costs(Spent::stall_p, Spent::work_p, Spent::restart_p),
            costs(Spent::stall_v, Spent::work_v, Spent::restart_v)};
}

}  // namespace stepvault
