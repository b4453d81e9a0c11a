// Which checkpoints of a run stay, which go, and why: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "retention/retention_rules.h"

namespace stepvault {

/// A stored checkpoint as the rules see it.
struct RetentionItem {
    std::string id;              ///< unique in its run
    std::uint64_t sequence = 0;  ///< grows with filing; a checkpoint builds on one that was filed before it
    std::int64_t step = 0;
    std::uint32_t generation = 1;
    std::string source = {};
    std::string parent = {};  ///< id of what it builds on, empty for none
    double saved = 0;         ///< seconds since the epoch
    std::uint64_t stored_bytes = 0;
    std::optional<double> metric = {};  ///< value of the rule `best`
    bool pinned = false;
    std::size_t awaited_by = 0;  ///< checkpoints that build on it and were set aside: they may come back
};

/// Why a checkpoint stays or goes, and what the verdict's figure says of it.
enum class RetentionReason {
    pinned,    ///< by hand; no rule removes it
    first,     ///< figure: place from the oldest, 1 being that
    last,      ///< figure: place from the newest, 1 being that
    best,      ///< figure: place from the best, 1 being that; 0 where it has no finite value
    every,     ///< figure: steps beyond a multiple
    within,    ///< figure: seconds before the newest
    bytes,     ///< figure: bytes of it, of all that are newer, and of all that these build on
    no_rules,  ///< nothing says what may go
    only_one,  ///< the newest, where no rule keeps any
    base,      ///< figure: how many that stay, or may come back, build on it; it cannot be folded into them
    shared,    ///< figure: likewise, two at least; it would be stored in each of them, and free nothing
    weights,   ///< where its weights are to stay: nothing else is kept, or can be told from them
    needed,    ///< likewise: those that stay would take up as much of the rest as it would free
};

/// What one rule says of a checkpoint.
struct RetentionVerdict {
    RetentionReason reason = RetentionReason::no_rules;
    bool keeps = false;
    double figure = 0;  ///< see RetentionReason

    bool operator==(const RetentionVerdict&) const = default;
};

/// What becomes of one checkpoint, with every rule's say.
struct RetentionDecision {
    RetentionItem item;
    bool kept = true;
    /// Of each rule that was given, in the order of RetentionReason: why it stays (`keeps`), and why the
    /// other rules let it go. Pins and what follows from what stays are named where they keep it.
    std::vector<RetentionVerdict> verdicts = {};
    /// Removed, but this one that stays builds on it: it takes up its bytes.
    std::string folded_into = {};
};

/// One for each item, the oldest first. At least one stays. Among equal values of the metric the older one is
/// the better; values that are not finite are never best.
std::vector<RetentionDecision> plan_retention(std::vector<RetentionItem> items, const RetentionRules& rules);

}  // namespace stepvault
