// The full report on one stored checkpoint.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "library/catalog/catalog.h"
#include "library/study/resume_checklist.h"
#include "vault/chain/chain.h"

namespace stepvault {

struct FileReport {
    std::string path;  ///< inside the checkpoint, empty for a single file
    std::string format;
    std::string note;                  ///< why the file is kept raw although its name suggests a known format
    std::vector<ObjectLine> objects;   ///< the objects in its skeleton
    std::vector<std::string> globals;  ///< imports of its pickle that PyTorch's own allow-list does not have
};

/// The data for the command `show` and for a checkpoint's details; see Queries::report().
struct CheckpointReport {
    std::vector<TensorRow> tensors;
    /// One for each tensor: the norm of the payload that holds it, as restored; nullopt if it was dropped.
    std::vector<std::optional<double>> norms;
    std::vector<FileReport> files;
    std::vector<ChecklistItem> checklist;
};

/// Reads the skeleton and decodes the step. Executes nothing that the checkpoint contains.
Result<CheckpointReport> report_checkpoint(const Chain& chain, ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
