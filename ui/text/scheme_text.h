#pragma once

#include <QString>

#include "vault/format/scheme.h"

namespace stepvault::ui {

/// How a checkpoint is coded, in the user's language.
QString schemeWord(Scheme scheme);

}  // namespace stepvault::ui
