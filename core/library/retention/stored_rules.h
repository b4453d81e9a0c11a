// Rules of retention as vault.json holds them.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "retention/retention_rules.h"

namespace stepvault {

/// The member of vault.json.
inline constexpr std::string_view rules_setting = "retention";

/// One line, which rules_from_json() reads back to the same rules.
std::string rules_to_json(const RetentionRules& rules);
/// No rules for an empty text. ErrorCode::corrupt.
Result<RetentionRules> rules_from_json(std::string_view json);

}  // namespace stepvault
