#include "vault/records/coding_rule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fnmatch.h>

namespace stepvault {

namespace {

constexpr std::string_view role_prefix = "role:";

}  // namespace

Result<CodingRule> CodingRule::parse(std::string_view text) {
    const auto refused = [&](const std::string& why) {
        return Error{ErrorCode::invalid_argument, "rule " + std::string(text) + ": " + why};
    };
    const auto at = text.rfind('=');
    if (at == std::string_view::npos || at == 0)
        return refused("write it as NAME=exact or NAME=E; NAME is a tensor's name or role:ROLE");
    CodingRule rule{std::string(text.substr(0, at)), {}};
    if (rule.match.starts_with(role_prefix)) {
        std::replace_if(
            rule.match.begin(), rule.match.end(), [](char c) { return c == '-' || c == '_'; }, ' ');
        const auto named = std::string_view(rule.match).substr(role_prefix.size());
        std::string known;
        for (const auto r : all_roles)
            known += (known.empty() ? "" : ", ") + std::string(role_name(r));
        if (!role_named(named)) return refused("there is no such role; roles are " + known);
    }
    const auto value = text.substr(at + 1);
    if (value == "exact") return rule;
    double error = 0;
    const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), error);
    if (failed != std::errc() || end != value.data() + value.size() || !(error > 0 && error < 1))
        return refused("write exact, or a relative error between 0 and 1, after '='");
    rule.error = error;
    return rule;
}

std::string CodingRule::text() const {
    if (!error) return match + "=exact";
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *error).ptr;
    return match + "=" + std::string(digits.data(), end);
}

const CodingRule* rule_for(const std::vector<CodingRule>& rules, Role role, const std::string& tensor) {
    const auto at = std::find_if(rules.begin(), rules.end(), [&](const CodingRule& r) {
        return r.match.starts_with(role_prefix)
                   ? std::string_view(r.match).substr(role_prefix.size()) == role_name(role)
                   : fnmatch(r.match.c_str(), tensor.c_str(), 0) == 0;
    });
    return at != rules.end() ? &*at : nullptr;
}

}  // namespace stepvault
