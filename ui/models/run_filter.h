#pragma once

#include <vector>

#include <QRegularExpression>
#include <QString>

#include "library/summary/run_info.h"

namespace stepvault::ui {

/// The filter of the runs' list. Conditions are separated by spaces, and a run must meet all of them, in any
/// order and case:
/// - `word`: the run's name or folder holds it,
/// - `state:live`: the state, by its English name or as it is shown,
/// - `/expression/`: a regular expression that name or folder matches; an invalid one is taken as a word.
class RunFilter {
 public:
    RunFilter() = default;
    explicit RunFilter(const QString& text);

    [[nodiscard]] bool isEmpty() const { return words_.isEmpty() && states_.isEmpty() && patterns_.empty(); }
    [[nodiscard]] bool matches(const RunInfo& run) const;

 private:
    QStringList words_;
    QStringList states_;
    std::vector<QRegularExpression> patterns_;
};

}  // namespace stepvault::ui
