#pragma once

#include <string_view>

namespace stepvault {

/// True for the globals ("module.name") that torch.load(weights_only=True) of PyTorch 2.6 lets a pickle use,
/// under their names of Python 2, too. For a warning only: nothing is ever resolved here.
bool is_allowed_global(std::string_view global);

}  // namespace stepvault
