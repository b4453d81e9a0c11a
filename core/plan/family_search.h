#pragma once

#include <limits>
#include <optional>
#include <span>

#include "plan/loss_family.h"
#include "plan/loss_history.h"

namespace stepvault {

/// Finds the falling curve of one family with the least weighted squares.
class FamilySearch {
 public:
    struct Found {
        double shape = 0;
        double scale = 0;
        double floor = 0;
        double squares = std::numeric_limits<double>::infinity();
    };

    /// `points`: not empty, ascending; they must outlive this object.
    FamilySearch(LossFamily family, std::span<const SmoothLoss> points);

    /// Searches a grid of ln shape, then by golden section around the best value; solves scale and floor in
    /// closed form for each.
    [[nodiscard]] std::optional<Found> best() const;
    /// The best value of the grid alone, in a third of the time.
    [[nodiscard]] std::optional<Found> rough() const;

 private:
    struct Grid {
        double low = 0;  ///< ln shape
        double pitch = 0;
    };
    [[nodiscard]] Grid grid() const;
    [[nodiscard]] int best_of(const Grid& grid) const;
    [[nodiscard]] Found solve(double shape) const;

    LossFamily family_;
    std::span<const SmoothLoss> points_;
    double origin_;
    double weight_ = 0;
    double least_ = std::numeric_limits<double>::infinity();
};

}  // namespace stepvault
