// Coding a run's exact base anew, with a loss.
#pragma once

#include <optional>

#include "vault/encode/encoded_step.h"

namespace stepvault {

/// Codes a base anew and replaces its file, which is returned; nothing if the new file would not be clearly
/// smaller than StepMeta::exact_bytes. context.next: the step after. Errors: see EncodedStep::encode().
Result<std::optional<StepFile>> code_base(const OpenCheckpoint& base, EncodeRequest request,
                                          const EncodeContext& context);

/// Codes the exact base of a run anew by all processes of a group, with an error below the change between it
/// and the parted checkpoint `next`: each process restores the files of those names that it holds, rank 0
/// also those that nobody holds any more. `request`: for the base, with StepMeta::exact_bytes. Returns the
/// file that replaced the base's, or nothing where the new file would not be clearly smaller. The errors are
/// those of EncodedStep::encode() and restored_files().
Result<std::optional<StepFile>> code_parted_base_anew(const OpenCheckpoint& next, EncodeRequest request,
                                                      const EncodeContext& context);

}  // namespace stepvault
