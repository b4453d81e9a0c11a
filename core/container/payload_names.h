#pragma once

#include "container/layout.h"

namespace stepvault {

/// Names each payload after its first tensor; a payload without tensors keeps its name. Where payloads would
/// share a name, later ones get "#2", "#3", ...
void name_payloads(Layout& layout);

}  // namespace stepvault
