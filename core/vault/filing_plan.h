#pragma once

#include <string>

#include "run/completeness.h"
#include "vault/coding_rule.h"
#include "vault/layout_map.h"

namespace stepvault {

/// Sorts the payloads of an opened checkpoint into streams. `parent`: the layout it will be coded against,
/// null for none; `before`: that of the step before, where it is another one, else null. Float payloads of
/// weights, embeddings and moments that both have go into streams of coding `lossy`, one for each group, type
/// and rule; all else is exact. Groups are the same in every scheme, so that the chunks of a chain lie on
/// each other.
Result<StepLayout> plan_filing(const OpenCheckpoint& checkpoint, const StepLayout* parent,
                               const StepLayout* before, StreamCoding lossy,
                               const std::vector<CodingRule>& rules);

/// True where the payload's error counts for the checkpoint's headline figure: floats of the model itself.
bool counts_for_headline(const StoredPayload& payload);

}  // namespace stepvault
