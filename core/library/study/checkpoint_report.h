// The full report on one stored checkpoint.
#pragma once

#include <cstdint>
#include <map>
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

/// A step that a checkpoint builds on, or the checkpoint itself.
struct ChainStep {
    std::string id;
    std::int64_t step = 0;
    Scheme scheme = Scheme::exact;
    std::string parent;           ///< empty for the base
    bool key = false;             ///< a key step; of `key_level` 1 to 3
    std::uint32_t key_level = 0;  ///< else 0
    bool squashed = false;        ///< lies in the step file of the checkpoint
    bool is_shared_base = false;  ///< a first step of this or another run, which several runs build on
};

/// A shared base that a checkpoint's chain ends with (base_sharing.h).
struct SharedBaseReport {
    std::string file;               ///< below the vault's folder
    std::vector<std::string> runs;  ///< names of all runs that need it
};

/// The data for the command `show` and for a checkpoint's details; see Queries::report().
struct CheckpointReport {
    std::vector<TensorRow> tensors;
    /// One for each tensor: the norm of the payload that holds it, as restored; nullopt if it was dropped.
    std::vector<std::optional<double>> norms;
    /// One for each tensor: the coded bytes of the payload that holds it, in the checkpoint's own step file.
    std::vector<std::uint64_t> stored_bytes;
    std::map<Role, std::uint64_t> stored_by_role;  ///< the same, each payload once
    /// All other bytes of the step file: objects, descriptions, checksums, squashed steps.
    std::uint64_t stored_rest = 0;
    std::vector<ChainStep> chain;                 ///< the base first, the checkpoint itself last
    std::optional<SharedBaseReport> shared_base;  ///< filled in by Queries::report()
    std::vector<FileReport> files;
    std::vector<ChecklistItem> checklist;
};

/// Reads the skeleton and decodes the step. Executes nothing that the checkpoint contains. Progress counts
/// the decoded bytes of floats.
Result<CheckpointReport> report_checkpoint(const Chain& chain, ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
