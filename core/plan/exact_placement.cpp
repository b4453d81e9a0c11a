#include "plan/exact_placement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "plan/failure_terms.h"
#include "plan/lower_hull.h"

namespace stepvault {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Expected failures after which sums start again, because they grow exponentially with it.
constexpr double span_of_sums = 4;
/// A stretch with this many expected failures takes e^30 tries, so it is never worth it.
constexpr double longest_stretch = 30;

/// Let H be the hazard, and y(i -> k) the expected expense on the way from a safe checkpoint at i to boundary
/// k. Then y = e^H(k) (g(k) - g(i)), where g is the sum of the iterations' additions times e^-H. All values
/// count from an anchor with H = g = 0; before the anchor both are negative.
struct Sums {
    double hazard = 0;
    double grown = 1;   ///< e^H
    double added = 0;   ///< g
    double weight = 0;  ///< sum of reached (e^H(k) - e^H(k-1))
    double spent = 0;   ///< sum of reached (e^H(k) g(k) - e^H(k-1) g(k-1))
};

class Placement {
 public:
    explicit Placement(const TrainingStages& stages)
        : stages_(stages),
          background_(stages.model.background_iterations()),
          gap_(stages.model.least_gap()),
          work_(stages.model.iteration, stages.model.restart),
          stall_(stages.model.stall, stages.model.restart),
          best_(stages.size(), infinity),
          from_(stages.size(), 0) {}

    std::optional<std::vector<std::uint64_t>> find() {
        best_[0] = 0;
        const auto n = stages_.size();
        // A checkpoint that would not be safe before the end is not worth its stall.
        const auto last = n > background_ ? n - background_ : 1;
        std::uint64_t end_from = 0;
        double end_best = infinity;
        for (std::uint64_t begin = 1; begin <= n;) {
            const auto end = set_anchor(begin);
            for (auto j = begin; j < end; ++j) {
                if (j < n && j >= last) continue;
                offer_lines_for(j);
                if (j == n) {
                    const auto* line = hull_.least(sums(n).weight);
                    if (line == nullptr) return {};
                    end_best = line->at(sums(n).weight);
                    end_from = line->id;
                } else {
                    reach(j);
                }
            }
            begin = end;
        }
        if (!std::isfinite(end_best)) return {};
        std::vector<std::uint64_t> boundaries;
        for (auto i = end_from; i > 0; i = from_[i])
            boundaries.push_back(i);
        std::ranges::reverse(boundaries);
        return boundaries;
    }

 private:
    const Sums& sums(std::uint64_t boundary) const { return sums_[boundary - first_]; }

    /// The expense that iteration k adds.
    double addition(const FailureTerms& terms, const TrainingStages::Iteration& i) const {
        return terms.passed * i.work + terms.restarting * i.price;
    }

    /// Computes the sums around the boundaries from `begin` on, and the lines of all earlier boundaries that
    /// still count. Returns the first boundary for which they do not hold.
    std::uint64_t set_anchor(std::uint64_t begin) {
        const auto anchor = begin - 1;
        const double dt = stages_.model.iteration;
        std::vector<Sums> back;
        back.emplace_back();
        for (auto k = anchor; k > 0; --k) {
            const auto& i = stages_.iterations[k - 1];
            const auto& after = back.back();
            if (after.hazard < -longest_stretch) break;
            const auto& terms = work_.at(i.hazard / dt);
            Sums s;
            s.hazard = after.hazard - i.hazard;
            s.grown = std::exp(s.hazard);
            s.added = after.added - addition(terms, i) / after.grown;
            s.weight = after.weight - i.reached * (after.grown - s.grown);
            s.spent = after.spent - i.reached * (after.grown * after.added - s.grown * s.added);
            back.push_back(s);
        }
        first_ = anchor - (back.size() - 1);
        sums_.assign(back.rbegin(), back.rend());
        auto end = begin;
        // The background time after the last boundary is needed too.
        std::uint64_t beyond = 0;
        for (auto k = begin; k <= stages_.size(); ++k) {
            const auto& i = stages_.iterations[k - 1];
            const auto& before = sums_.back();
            const bool within = k == begin || before.hazard + i.hazard < span_of_sums;
            if (!within && ++beyond > background_) break;
            const auto& terms = work_.at(i.hazard / dt);
            Sums s;
            s.hazard = before.hazard + i.hazard;
            s.grown = std::exp(s.hazard);
            s.added = before.added + addition(terms, i) / s.grown;
            s.weight = before.weight + i.reached * (s.grown - before.grown);
            s.spent = before.spent + i.reached * (s.grown * s.added - before.grown * before.added);
            sums_.push_back(s);
            if (within) end = k + 1;
        }
        hull_.clear();
        offered_ = first_;
        return end;
    }

    void offer_lines_for(std::uint64_t boundary) {
        for (; offered_ < boundary && (offered_ == 0 || offered_ + gap_ <= boundary); ++offered_) {
            if (!std::isfinite(best_[offered_])) continue;
            const auto& at = sums(offered_);
            const auto& safe = sums(offered_ == 0 ? 0 : offered_ + background_);
            hull_.add({-at.added, best_[offered_] - safe.spent + at.added * safe.weight, offered_});
        }
    }

    /// Finds the best way to a checkpoint at `j`, up to where it is safe.
    void reach(std::uint64_t j) {
        const auto& i = stages_.iterations[j - 1];
        const double reached = stages_.iterations[j].reached;
        const auto& terms = stall_.at(stages_.rate_at(j));
        const auto& at = sums(j);
        const auto& safe = sums(j + background_);
        const double later = safe.weight - at.weight;
        const double stalled = (terms.passed * stages_.model.stall + terms.restarting) * i.price;
        const double x = at.weight + reached * at.grown * terms.growth + (1 + terms.growth) * later;
        const auto* line = hull_.least(x);
        if (line == nullptr) return;
        const double fixed = safe.spent + reached * (terms.growth * at.grown * at.added + stalled) +
                             later * (terms.growth * at.added + stalled / at.grown);
        best_[j] = fixed + line->at(x);
        from_[j] = line->id;
    }

    const TrainingStages& stages_;
    std::uint64_t background_;
    std::uint64_t gap_;
    FailureTermsCache work_;
    FailureTermsCache stall_;
    std::vector<double> best_;
    std::vector<std::uint64_t> from_;
    std::vector<Sums> sums_;
    std::uint64_t first_ = 0;    ///< boundary of sums_.front()
    std::uint64_t offered_ = 0;  ///< the first boundary that is not a line yet
    LowerHull hull_;
};

}  // namespace

std::optional<std::vector<std::uint64_t>> exact_placement(const TrainingStages& stages) {
    if (std::ranges::any_of(stages.iterations, [](const auto& i) { return i.hazard > longest_stretch; }))
        return {};
    return Placement(stages).find();
}

}  // namespace stepvault
