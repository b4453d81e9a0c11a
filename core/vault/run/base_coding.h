#pragma once

#include <optional>
#include <vector>

#include "run/completeness.h"
#include "vault/encode/encode_request.h"
#include "vault/format/step_file.h"
#include "vault/records/scheme_choice.h"
#include "vault/run/run_writer.h"

namespace stepvault {

/// True while the run's exact base may still be coded anew, with a loss: it is the run's only step so far,
/// not pinned, and scheme adaptive is chosen without an exact base.
bool may_lose_exact_base(const RunRecord& record, const std::vector<StepMeta>& steps,
                         const SchemeChoice& choice);

/// Codes a run's exact base anew, with an error far below the change between it and `next`, the run's second
/// checkpoint, which is about to be stored; returns the step file that replaced the base's. Nothing happens,
/// and the base stays exact for good, unless may_lose_exact_base(); the base is of the same series as `next`,
/// and neither a step that was removed nor another run builds on it; the base is sound, and its original is
/// present and equal to it, or it was stored from memory and never had one (then it is coded from what is
/// stored, of a parted checkpoint by the whole group); and the new file would be clearly smaller. In a group
/// this is for rank 0. A failure other than ErrorCode::cancelled counts as a reason to leave the base as it
/// is. At any time the file under the base's name is a whole one.
Result<std::optional<StepFile>> code_base_anew(RunWriter& run, const OpenCheckpoint& next,
                                               const SchemeChoice& choice, const EncodeContext& context);
/// Does the same by a process alone.
Result<std::optional<StepFile>> code_base_anew(RunWriter& run, const OpenCheckpoint& next,
                                               const SchemeChoice& choice, ThreadPool& pool,
                                               const JobContext& job);

}  // namespace stepvault
