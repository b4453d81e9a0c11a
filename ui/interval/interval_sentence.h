// A plan in a sentence.
#pragma once

#include <QString>

#include "library/summary/plan_report.h"
#include "library/summary/run_info.h"

namespace stepvault::ui {

/// "Save every 3 min at first, every 21 min after step 9,000: 1.9 % overhead, against 3.2 % evenly." In
/// steps where nothing tells how long one takes, or where intervals are too short to be timed.
QString intervalSentence(const PlanReport& report);
/// "This run has ended at step 600."
QString endedSentence(const RunInfo& run);
/// Nothing more is to come of the run: it says so, or nothing has come of it for a day. `now`: seconds since
/// the epoch.
bool hasEnded(const RunInfo& run, double now);
/// A sentence on the trend of the losses.
QString lossVerdict(const Plan& plan);
/// By value, as a share of the training, of the cheapest of the schedules with even intervals.
double bestEvenShare(const Plan& plan);

}  // namespace stepvault::ui
