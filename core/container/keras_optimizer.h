#pragma once

#include <string_view>

#include "container/layout.h"

namespace stepvault {

/// Keras 3 numbers an optimizer's variables ("optimizer.vars.2") and says nowhere what they are. Where the
/// model's `config` (config.json) says that it is plain Adam or AdamW, and the shapes leave one reading only,
/// the first moments' names get ".m" behind them and the second ones' ".v". Some versions of Keras wrote them
/// in turns, others all first moments and then all second ones.
void name_adam_moments(std::string_view config, Layout& layout);

}  // namespace stepvault
