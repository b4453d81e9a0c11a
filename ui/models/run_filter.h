#pragma once

#include <optional>
#include <vector>

#include <QRegularExpression>
#include <QString>

#include "metrics/hyperparameter.h"
#include "ui/models/run_entry.h"

namespace stepvault::ui {

/// The filter of the runs' list. Conditions are separated by spaces, and a run must meet all of them, in any
/// order and case:
/// - `word`: the run's name or folder holds it,
/// - `state:live`: the state, by its English name or as it is shown,
/// - `lr>1e-4`: a hyperparameter (find_hyperparameter()), or one of step, loss, best, val, bestval,
///   checkpoints, stored, saved and ratio, compared by <, <=, >, >=, = or !=. A run without a value does not
///   meet it. While no value is typed yet, it holds for all runs,
/// - `tag:baseline`: a tag of the run begins so; `tag:` alone: the run has any tag,
/// - `fav`: the run is a favourite,
/// - `archived`: archived runs alone, which no other filter shows,
/// - `/expression/`: a regular expression that name or folder matches; an invalid one is taken as a word.
class RunFilter {
 public:
    RunFilter() = default;
    explicit RunFilter(const QString& text);

    [[nodiscard]] bool matches(const RunEntry& run) const;

 private:
    struct Comparison {
        QString key;
        QString sign;
        HyperparameterValue value;
    };
    [[nodiscard]] static bool meets(const RunEntry& run, const Comparison& comparison);

    QStringList words_;
    QStringList states_;
    std::vector<Comparison> comparisons_;
    QStringList tags_;
    bool onlyFavourites_ = false;
    bool onlyArchived_ = false;
    std::vector<QRegularExpression> patterns_;
};

}  // namespace stepvault::ui
