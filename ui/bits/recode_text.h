// What the Bits page says of coding a run anew.
#pragma once

#include <QString>

#include "ui/bits/recode_work.h"

namespace stepvault::ui {

/// What would become of the run, from what, and what that costs in error.
QString describePreview(const RecodePlan& plan);
/// On the button that does it.
QString recodeButton(const RecodeReport& report);
/// What was done, or why nothing was.
QString describeRecoded(const RecodePlan& plan);
/// Why there is no preview; empty where it was stopped.
QString describeNoPreview(const RecodePlan& plan);

}  // namespace stepvault::ui
