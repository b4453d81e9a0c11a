// Where the figures of a plan are from, in words.
#pragma once

#include <QString>

#include "library/summary/plan_report.h"

namespace stepvault::ui {

/// `ended`: the run has.
QString stepsOrigin(const PlanReport& report, bool ended);
/// "median of 1,000 steps of this run".
QString iterationOrigin(const PlanReport& report);
/// "median of 41 saves of this run".
QString stallOrigin(const PlanReport& report);
/// "assumed: 1 failure a day, none seen in 3 h".
QString failureOrigin(const PlanReport& report);

}  // namespace stepvault::ui
