// Why a checkpoint stays or goes, in words.
#pragma once

#include <QString>

#include "library/retention/pruning.h"

namespace stepvault::ui {

QString describe(const RetentionVerdict& verdict, const RetentionRules& rules);
/// Of one that stays, what keeps it; of one that goes, why no rule does.
QString reasonsFor(const RetentionDecision& decision, const RetentionRules& rules);

}  // namespace stepvault::ui
