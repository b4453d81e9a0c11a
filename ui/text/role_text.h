#pragma once

#include <QString>

#include "container/tensor_role.h"

namespace stepvault::ui {

/// What a tensor is to the training, in the user's language.
QString roleWord(Role role);

}  // namespace stepvault::ui
