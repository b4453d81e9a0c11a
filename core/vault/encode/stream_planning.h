#pragma once

#include <string>
#include <vector>

#include "base/communicator.h"
#include "run/completeness.h"
#include "vault/encode/compared_state.h"
#include "vault/records/coding_rule.h"

namespace stepvault {

/// Whether weights that are roundings of fp32 masters (rounded_payloads.h), and in a parted checkpoint
/// copies, are looked for, for which all are read. A layout that is only compared with can do without.
enum class Relations { found, ignored };

/// Sorts the payloads of an opened checkpoint into streams. `parent`: the step that the checkpoint will be
/// coded against, or null; `before`: the state that its changes are measured against if that is another one,
/// else null. Float payloads of weights, embeddings and moments that all of them have go into streams of
/// coding `lossy`, one for each group, type and rule; all others are exact. The groups are the same in every
/// scheme, so that the chunks along a chain coincide. Unchanged payloads form a group of their own, and so do
/// weights and embeddings that are further from their earlier values than from zero (from another training).
/// Copies and roundings of other payloads have no place in any stream. If the layout would weigh more than
/// heaviest_layout, every file is kept as raw bytes.
///
/// Each process judges the payloads that it holds of a parted checkpoint, and tells the others in `group`;
/// the payloads of each process have streams of their own, and roundings are not looked for.
Result<StepLayout> plan_streams(const OpenCheckpoint& checkpoint, const ComparedState* parent,
                                const ComparedState* before, StreamCoding lossy,
                                const std::vector<CodingRule>& rules, Communicator& group,
                                Relations relations = Relations::found);

/// True for the roles of floats that a lossy scheme does not keep exact by itself.
bool is_lossy_role(Role role);

/// True, by payload, if its error counts for the checkpoint's headline figure: floats of the model itself.
/// Where the checkpoint has none of these, as with ZeRO-3, they are the weights in the optimizer's state.
std::vector<bool> headline_payloads(const StepLayout& layout);

}  // namespace stepvault
