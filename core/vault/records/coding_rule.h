// Exceptions to a run's scheme, by tensor or role.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "container/tensor_role.h"

namespace stepvault {

struct CodingRule {
    std::string match;            ///< a tensor's name with * and ? (fnmatch), or "role:" and a role's name
    std::optional<double> error;  ///< relative error that scheme adaptive aims at instead; none: exact

    /// "model.head.*=exact", "role:first moment=0.1"; in roles '-' and '_' stand for a space.
    /// ErrorCode::invalid_argument, saying what is wrong.
    static Result<CodingRule> parse(std::string_view text);
    [[nodiscard]] std::string text() const;

    bool operator==(const CodingRule&) const = default;
};

/// The first that fits, or null.
const CodingRule* rule_for(const std::vector<CodingRule>& rules, Role role, const std::string& tensor);

}  // namespace stepvault
