// What a checkpoint holds of all that a training needs to go on as if nothing had happened.
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
    std::string detail;  ///< where it was found: "optimizer.pt", "lr_schedulers", "ranks 0 to 3"; the step
};

/// The objects of one file of the checkpoint.
struct FileObjects {
    std::string file;  ///< inside the checkpoint, empty for a single file
    std::vector<ObjectLine> lines;
};

/// By the roles of the payloads and the names that frameworks give to the rest; a name alone proves nothing,
/// so what is present may still be of no use, while what is missing under another name may be there.
std::vector<ChecklistItem> resume_checklist(const StepLayout& layout, const std::vector<FileObjects>& objects,
                                            std::int64_t step);

}  // namespace stepvault
