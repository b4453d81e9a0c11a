#pragma once

#include <string>

#include "run/completeness.h"
#include "vault/chain/chain.h"
#include "vault/records/coding_rule.h"

namespace stepvault {

/// Sorts the payloads of an opened checkpoint into streams. `parent`: what it will be coded against, null for
/// nothing; `before`: the step before, where it is another one, else null. Float payloads of weights,
/// embeddings and moments that both have go into streams of coding `lossy`, one for each group, type and
/// rule; all else is exact. Groups are the same in every scheme, so that the chunks of a chain lie on each
/// other. Payloads that did not change are a group of their own, as are weights and embeddings that are
/// further from what they were than from zero (another training's), and copies of others have no place at
/// all. Where that would weigh more than heaviest_layout, every file is kept as the bytes that it is.
Result<StepLayout> plan_streams(const OpenCheckpoint& checkpoint, const Chain* parent, const Chain* before,
                                StreamCoding lossy, const std::vector<CodingRule>& rules);

/// True where the payload's error counts for the checkpoint's headline figure: floats of the model itself.
bool counts_for_headline(const StoredPayload& payload);

}  // namespace stepvault
