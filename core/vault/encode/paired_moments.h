#pragma once

#include <string>
#include <vector>

#include "container/layout.h"
#include "run/completeness.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// Gives the moments of bitsandbytes and torchao their roles and types, which depend on the tensors beside
/// them:
/// - "state1" and "state2" of bitsandbytes are first and second moments where both are there; an optimizer
///   with "state1" alone may keep either in it.
/// - Bytes are codes of a DynamicMap if their table is that map: "qmap1" and "qmap2", in torchao "qmap"
/// beside
///   "codes".
/// - The scales of blocks ("scale"; others have no role by name) and tables stay exact.
/// `groups`: by payload, TensorKind::group. Reads the tables.
Status find_paired_moments(const OpenCheckpoint& checkpoint, StepLayout& layout,
                           std::vector<std::string>& groups);

}  // namespace stepvault
