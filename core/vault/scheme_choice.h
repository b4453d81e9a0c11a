// How checkpoints are coded: a scheme and its setting.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "vault/coding_rule.h"

namespace stepvault {

struct SchemeChoice {
    std::string scheme = "adaptive";  ///< "adaptive", "lc", "exact", "topn" or "scar"
    std::uint32_t bits = 3;           ///< of "lc": 1 to 8
    double error = 0.5;               ///< relative error that "adaptive" aims at: above 0, below 1

    double budget = 5;  ///< of "topn" and "scar": percent of the floats' bytes, above 0, up to 100
    std::vector<CodingRule> rules{};  ///< exceptions; the first that fits a tensor holds

    bool operator==(const SchemeChoice&) const = default;
};

/// ErrorCode::unsupported for a scheme that is none, invalid_argument for a setting out of its range.
Status check_scheme(const SchemeChoice& choice);

}  // namespace stepvault
