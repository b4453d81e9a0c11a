#include "ui/bits/error_grid.h"

#include <cmath>

#include "ui/text/format.h"
#include "ui/text/role_text.h"

namespace stepvault::ui {

namespace {

struct Sum {
    double lost = 0;
    double changed = 0;
};

QString nameOf(const TensorError& error, bool byTensor) {
    return byTensor ? toQString(error.name) : roleWord(error.role);
}

}  // namespace

ErrorGrid::ErrorGrid(const std::vector<StepErrors>& steps, bool byTensor) {
    std::map<QString, std::size_t> rowOf;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        for (const TensorError& error : *step->errors) {
            const QString name = nameOf(error, byTensor);
            if (rowOf.try_emplace(name, names_.size()).second) names_.push_back(name);
        }
    }
    for (const StepErrors& step : steps)
        steps_.push_back(step.step);
    errors_.resize(names_.size() * steps_.size());
    for (std::size_t column = 0; column < steps.size(); ++column) {
        std::map<std::size_t, Sum> sums;
        for (const TensorError& error : *steps[column].errors) {
            Sum& sum = sums[rowOf[nameOf(error, byTensor)]];
            sum.lost += error.relative_error * error.relative_error * error.changed;
            sum.changed += error.changed;
        }
        for (const auto& [row, sum] : sums)
            errors_[row * columns() + column] = sum.changed > 0 ? std::sqrt(sum.lost / sum.changed) : 0;
    }
}

}  // namespace stepvault::ui
