#pragma once

#include <QString>

#include "container/tensor_role.h"

namespace stepvault::ui {

/// The name of a tensor's role in the user's language.
QString roleWord(Role role);

}  // namespace stepvault::ui
