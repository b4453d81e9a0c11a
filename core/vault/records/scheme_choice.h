// How checkpoints are coded: a scheme and its setting.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "codec/lc_table.h"
#include "vault/format/scheme.h"
#include "vault/records/coding_rule.h"

namespace stepvault {

/// What shares a bucket set of scheme `lc`: like tensors (falling back to each of its own where few large
/// deltas would starve the others), the whole model, as in public codes, or nothing.
enum class LcBuckets : std::uint8_t { group, model, tensor };

/// What a run is filed by; check_scheme() says whether it can be.
struct SchemeChoice {
    Scheme scheme = Scheme::adaptive;
    std::uint32_t bits = 3;                                    ///< of lc: 1 to 8
    LcBuckets buckets = LcBuckets::group;                      ///< of lc
    Representative representative = Representative::midrange;  ///< of lc
    double error = 0.5;               ///< relative error that adaptive aims at: above 0, below 1
    double budget = 5;                ///< of topn and scar: percent of the floats' bytes, above 0, up to 100
    std::vector<CodingRule> rules{};  ///< exceptions; the first that fits a tensor holds

    bool operator==(const SchemeChoice&) const = default;
};

/// As settings and options spell them.
std::string_view name_of(LcBuckets buckets);
std::string_view name_of(Representative representative);
/// Nothing for names that name_of() does not give.
std::optional<LcBuckets> buckets_named(std::string_view name);
std::optional<Representative> representative_named(std::string_view name);

/// ErrorCode::invalid_argument for a setting out of its range.
Status check_scheme(const SchemeChoice& choice);

}  // namespace stepvault
