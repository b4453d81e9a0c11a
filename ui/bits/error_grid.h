#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "library/study/tensor_errors.h"

namespace stepvault::ui {

/// A stored step and how far its tensors are from their originals.
struct StepErrors {
    std::int64_t step = 0;
    std::shared_ptr<const std::vector<TensorError>> errors = {};
};

/// Relative errors by role or tensor, and step.
class ErrorGrid {
 public:
    ErrorGrid() = default;
    /// `steps`: in the order of the columns. Rows come in the order in which the newest step has them; those
    /// that only older ones have follow. A role's error is that of all its tensors together.
    ErrorGrid(const std::vector<StepErrors>& steps, bool byTensor);

    [[nodiscard]] std::size_t rows() const { return names_.size(); }
    [[nodiscard]] std::size_t columns() const { return steps_.size(); }
    [[nodiscard]] const QString& name(std::size_t row) const { return names_[row]; }
    [[nodiscard]] std::int64_t step(std::size_t column) const { return steps_[column]; }
    /// nullopt where the step did not code the tensor with a loss.
    [[nodiscard]] std::optional<double> error(std::size_t row, std::size_t column) const {
        return errors_[row * columns() + column];
    }

 private:
    std::vector<QString> names_;
    std::vector<std::int64_t> steps_;
    std::vector<std::optional<double>> errors_;  ///< row by row
};

/// The same errors, both ways.
struct ErrorGrids {
    std::shared_ptr<const ErrorGrid> byRole = std::make_shared<ErrorGrid>();
    std::shared_ptr<const ErrorGrid> byTensor = byRole;
    std::size_t left = 0;  ///< steps between these that were left out
};

}  // namespace stepvault::ui
