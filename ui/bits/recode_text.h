// The texts of the Bits page about recoding a run.
#pragma once

#include <QString>

#include "ui/bits/recode_work.h"

namespace stepvault::ui {

/// Describes a preview: the new size, the sources, and the new error.
QString describePreview(const RecodePlan& plan);
/// On the button that does it.
QString recodeButton(const RecodeReport& report);
/// Describes the result, or the reason why nothing changed.
QString describeRecoded(const RecodePlan& plan);
/// Says why there is no preview; empty if the user stopped it.
QString describeNoPreview(const RecodePlan& plan);

}  // namespace stepvault::ui
