#pragma once

#include <string_view>

namespace stepvault {

/// True for the globals ("module.name") that torch.load(weights_only=True) of PyTorch 2.6 allows in a pickle,
/// including their names in Python 2. Only for a warning: nothing is ever resolved here.
bool is_allowed_global(std::string_view global);

}  // namespace stepvault
