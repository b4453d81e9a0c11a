#pragma once

#include <string_view>

#include "container/layout.h"

namespace stepvault {

/// Keras 3 numbers an optimizer's variables ("optimizer.vars.2") without telling their meaning. Where the
/// model's `config` (config.json) declares plain Adam or AdamW, and the shapes allow only one interpretation,
/// appends ".m" to the names of first moments and ".v" to those of second moments. Some versions of Keras
/// wrote them alternating, others all first moments and then all second moments.
void name_adam_moments(std::string_view config, Layout& layout);

}  // namespace stepvault
