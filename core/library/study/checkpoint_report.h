// All there is to know of one stored checkpoint.
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
    std::string note;                  ///< why it is kept raw although its name promises more
    std::vector<ObjectLine> objects;   ///< what its skeleton holds
    std::vector<std::string> globals;  ///< what its pickle would import beyond PyTorch's own allow-list
};

/// For show and the details of a checkpoint; see Queries::report().
struct CheckpointReport {
    std::vector<TensorRow> tensors;
    /// As many as tensors: of the payload it lies in, as it restores; nothing for what was dropped.
    std::vector<std::optional<double>> norms;
    std::vector<FileReport> files;
    std::vector<ChecklistItem> checklist;
};

/// Reads the skeleton and decodes the step; nothing in it is executed.
Result<CheckpointReport> report_checkpoint(const Chain& chain, ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
