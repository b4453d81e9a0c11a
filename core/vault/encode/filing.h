// Filing: an opened checkpoint becomes a step file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/memory_budget.h"
#include "base/progress.h"
#include "base/thread_pool.h"
#include "run/completeness.h"
#include "vault/encode/shared_filing.h"
#include "vault/format/step_file.h"
#include "vault/format/step_file_writer.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

struct FilingRequest {
    std::filesystem::path run_folder;  ///< in the vault
    StepMeta meta;                     ///< all but the figures, the parent's digest and original_bytes
    std::string before{};              ///< id of the step before, empty where that is the parent
    bool before_is_tip = false;        ///< the step before (or the parent) is the run's newest one
    SchemeChoice choice{};             ///< settings; for streams of coding adaptive what errors keep to
    HuffmanCache* codes = nullptr;     ///< of the run, not owned; null: none are reused
    /// Bytes that this step's description and those of all that it builds on may take up in memory.
    std::uint64_t memory = memory_budget();
    SharedFiling shared{};  ///< with other processes, which are given the same request
};

/// Codes `checkpoint` by meta.scheme against meta.parent and publishes its step file. The caller holds the
/// run's lock. ErrorCode::changed where a file was changed meanwhile, corrupt where the parent cannot be
/// read, or not together with this step in the memory that there is, limit where this step alone cannot:
/// nothing is stored then. Bounded memory: a few chunks for each thread; in a crew also the coded bytes
/// of a process's own chunks. Progress counts bytes read.
Result<StepFile> file_checkpoint(const OpenCheckpoint& checkpoint, const FilingRequest& request,
                                 ThreadPool& pool, const JobContext& job);

/// The same, but nothing is published, and the tip stays: what this process is to keep of the step file goes
/// into `piece`. The piece of rank 0 says how large the file is.
Status file_in_pieces(const OpenCheckpoint& checkpoint, const FilingRequest& request, StepPiece& piece,
                      ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
