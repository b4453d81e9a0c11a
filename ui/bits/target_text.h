#pragma once

#include <QString>

#include "library/services/size_target.h"

namespace stepvault::ui {

/// Says which setting fits, or that none does, and how sure that is. `studied`: the step that the estimate
/// comes from.
QString describeTarget(const TargetReport& report, std::int64_t studied);

}  // namespace stepvault::ui
