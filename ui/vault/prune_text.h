// Tells why a checkpoint is kept or removed.
#pragma once

#include <QString>

#include "library/retention/pruning.h"

namespace stepvault::ui {

QString describe(const RetentionVerdict& verdict, const RetentionRules& rules);
/// The reasons that keep a kept checkpoint, or the reasons why no rule keeps a removed one.
QString reasonsFor(const RetentionDecision& decision, const RetentionRules& rules);

}  // namespace stepvault::ui
