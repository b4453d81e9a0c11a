#pragma once

#include "container/layout.h"

namespace stepvault {

/// Names each payload after the first tensor that lies in it; a payload without one keeps its name. Where two
/// payloads would share a name, later ones get "#2", "#3", ...
void name_payloads(Layout& layout);

}  // namespace stepvault
