#pragma once

#include <filesystem>
#include <string>

#include "base/memory_budget.h"
#include "base/progress.h"
#include "base/thread_pool.h"
#include "run/completeness.h"
#include "vault/chain/tip_store.h"
#include "vault/encode/shared_encoding.h"
#include "vault/format/step_file_writer.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// The identity of a new step and how to code it. All processes of a group get the same request.
struct EncodeRequest {
    std::filesystem::path run_folder;  ///< in the vault
    StepMeta meta;                     ///< without the figures, a parent's digest and original_bytes
    std::string before{};              ///< id of the previous step; empty if that is the parent
    bool before_is_tip = false;        ///< the tip holds the state of the previous step (or of the parent)
    SchemeChoice choice{};             ///< for streams of coding adaptive: the errors to keep to
    /// Limit of the memory, in bytes, that the descriptions of this step and of all steps that it builds on
    /// may take.
    std::uint64_t memory = memory_budget();

    /// The name of the run's tip.
    [[nodiscard]] std::string run() const { return run_folder.filename().native(); }
};

/// The resources of encoding; none of them is owned.
struct EncodeContext {
    HuffmanCache& codes;  ///< of the run
    TipStore& tips;
    const SharedEncoding& shared;
    StepPiece* piece;  ///< receives this process's share of the step file; null: the file is published
    ThreadPool& pool;
    const JobContext& job;
    /// The checkpoint after a base that is coded anew with a loss; the base's error is relative to the change
    /// between the two. Null for all other steps. By a single process only.
    const OpenCheckpoint* next = nullptr;
};

}  // namespace stepvault
