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
    std::optional<double> error;  ///< relative error that scheme adaptive aims at instead; unset: exact

    /// Parses for example "model.head.*=exact" or "role:first moment=0.1"; in roles '-' and '_' stand for a
    /// space. ErrorCode::invalid_argument, naming the mistake.
    static Result<CodingRule> parse(std::string_view text);
    [[nodiscard]] std::string text() const;

    bool operator==(const CodingRule&) const = default;
};

/// The first rule that matches, or null.
const CodingRule* rule_for(const std::vector<CodingRule>& rules, Role role, const std::string& tensor);

}  // namespace stepvault
