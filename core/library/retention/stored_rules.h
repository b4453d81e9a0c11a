// Converts retention rules to and from the JSON in vault.json.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "retention/retention_rules.h"
#include "vault/records/vault.h"

namespace stepvault {

/// The member of vault.json that holds the rules.
inline constexpr std::string_view rules_setting = "retention";

/// One line, from which rules_from_json() reads the same rules.
std::string rules_to_json(const RetentionRules& rules);
/// Returns no rules for an empty text. ErrorCode::corrupt.
Result<RetentionRules> rules_from_json(std::string_view json);

/// The rules in vault.json. ErrorCode::corrupt.
Result<RetentionRules> read_rules(const Vault& vault);

}  // namespace stepvault
