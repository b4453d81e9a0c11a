// How checkpoints are coded: a scheme and its setting.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "codec/lc_table.h"
#include "vault/format/scheme.h"
#include "vault/records/coding_rule.h"

namespace stepvault {

/// The tensors that share a bucket set of scheme `lc`: a group of like tensors (each tensor gets its own set
/// where a few large deltas would starve the others), the whole model, as in public implementations, or a
/// single tensor.
enum class LcBuckets : std::uint8_t { group, model, tensor };

/// The coding of a run's checkpoints; check_scheme() validates it.
struct SchemeChoice {
    Scheme scheme = Scheme::adaptive;
    std::uint32_t bits = 3;                                    ///< of lc: 1 to 8
    LcBuckets buckets = LcBuckets::group;                      ///< of lc
    Representative representative = Representative::midrange;  ///< of lc
    double error = 0.6;  ///< relative error that adaptive aims at: above 0, below 1
    double budget = 5;   ///< of topn and scar: percent of the floats' bytes, above 0, up to 100
    /// With adaptive: a run's first step keeps every bit, also when the second one is there.
    bool exact_base = false;
    std::vector<CodingRule> rules{};  ///< exceptions; the first that matches a tensor applies

    bool operator==(const SchemeChoice&) const = default;
};

/// A setting of scheme adaptive for a purpose: `closest`, after which a resumed training is hardly to be told
/// from one that was never interrupted, and `smallest`, where space counts more. nullopt for an unknown name.
std::optional<SchemeChoice> preset_named(std::string_view name);

/// The names in settings and options.
std::string_view name_of(LcBuckets buckets);
std::string_view name_of(Representative representative);
/// nullopt for an unknown name.
std::optional<LcBuckets> buckets_named(std::string_view name);
std::optional<Representative> representative_named(std::string_view name);

/// ErrorCode::invalid_argument for a setting out of its range.
Status check_scheme(const SchemeChoice& choice);

}  // namespace stepvault
