// Units of the user's systemd.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// True if the user's systemd answers and goes on after the user has logged out. False where the environment
/// variable STEPVAULT_NO_SYSTEMD is set.
bool user_units_last();

/// Runs `command`, a program with its arguments, as a transient unit.
Status start_user_unit(const std::string& unit, const std::vector<std::string>& command);
/// True while the unit runs.
bool is_user_unit_active(const std::string& unit);
/// Asks the unit to end, and does not wait.
Status stop_user_unit(const std::string& unit);

}  // namespace stepvault
