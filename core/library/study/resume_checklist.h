// Checks a checkpoint for all that a training needs to resume as if it had never stopped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "container/object_tree.h"
#include "vault/format/step_layout.h"

namespace stepvault {

struct ChecklistItem {
    std::string name;  ///< weights, optimizer, scheduler, scaler, rng, sampler, step
    bool present = false;
    std::string detail;  ///< its place ("optimizer.pt", "lr_schedulers", "ranks 0 to 3"), or the step
};

/// The objects of one file of the checkpoint.
struct FileObjects {
    std::string file;  ///< inside the checkpoint, empty for a single file
    std::vector<ObjectLine> lines;
};

/// Judges by the roles of payloads, and for everything else by the names that frameworks use. A name proves
/// nothing: a present item may be useless, and a missing item may be there under another name.
std::vector<ChecklistItem> resume_checklist(const StepLayout& layout, const std::vector<FileObjects>& objects,
                                            std::int64_t step);

}  // namespace stepvault
