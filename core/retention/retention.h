// Decides which checkpoints of a run stay, which are removed, and why: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "retention/retention_rules.h"

namespace stepvault {

/// A stored checkpoint, as retention rules see it.
struct RetentionItem {
    std::string id;              ///< unique in its run
    std::uint64_t sequence = 0;  ///< grows with storing; a checkpoint builds on an earlier stored one
    std::int64_t step = 0;
    std::uint32_t generation = 1;
    std::string source = {};
    std::string parent = {};  ///< id of the checkpoint it builds on, empty for none
    double saved = 0;         ///< seconds since the epoch
    std::uint64_t stored_bytes = 0;
    std::optional<double> metric = {};  ///< value of the rule `best`
    bool pinned = false;
    std::size_t awaited_by = 0;  ///< quarantined checkpoints that build on it: they may come back
};

/// The reason why a checkpoint stays or is removed, and the meaning of the verdict's figure.
enum class RetentionReason {
    pinned,    ///< by hand; no rule removes it
    first,     ///< figure: place from the oldest, 1 being that
    last,      ///< figure: place from the newest, 1 being that
    best,      ///< figure: place from the best, 1 being that; 0 where it has no finite value
    every,     ///< figure: steps beyond a multiple
    within,    ///< figure: seconds before the newest
    bytes,     ///< figure: bytes of this checkpoint, of all newer ones, and of all that these build on
    no_rules,  ///< no rule allows any removal
    only_one,  ///< the newest, where no rule keeps any checkpoint
    base,      ///< figure: number of dependents that stay, or may come back; it cannot be squashed into them
    shared,    ///< figure: likewise, at least two; squashing would copy it into each, and free no space
    weights,   ///< its weights are to stay: nothing else is kept, or can be separated from them
    needed,    ///< likewise: the others would take up as many bytes of the rest as stripping would free
};

/// The verdict of one rule on a checkpoint.
struct RetentionVerdict {
    RetentionReason reason = RetentionReason::no_rules;
    bool keeps = false;
    double figure = 0;  ///< see RetentionReason

    bool operator==(const RetentionVerdict&) const = default;
};

/// The fate of one checkpoint, with the verdict of every rule.
struct RetentionDecision {
    RetentionItem item;
    bool kept = true;
    /// One verdict for each given rule, in the order of RetentionReason: why the checkpoint stays (`keeps`),
    /// or why the rule does not keep it. Pins and consequences of other checkpoints are listed only where
    /// they keep it.
    std::vector<RetentionVerdict> verdicts = {};
    /// For a removed checkpoint on which this remaining checkpoint builds: the remaining one takes over its
    /// bytes.
    std::string squashed_into = {};
};

/// Returns one decision for each item, oldest first. At least one checkpoint stays. Among equal values of the
/// metric, the older checkpoint is better; values that are not finite are never best.
std::vector<RetentionDecision> plan_retention(std::vector<RetentionItem> items, const RetentionRules& rules);

}  // namespace stepvault
