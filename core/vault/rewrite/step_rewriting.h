// Writes what a stored step restores to into a new step file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/chain/chain.h"
#include "vault/format/step_file_writer.h"

namespace stepvault {

/// By stream and chunk.
using ChunkSet = std::vector<std::vector<bool>>;

/// A step file that is being written again: its chunks and links so far, and all else as it was.
struct RewrittenStep {
    StepFileWriter writer;
    StepContent content;
    std::uint64_t bytes = 0;  ///< of chunks and links

    /// For `target`, in the place of `step`, without chunks and links yet. No one may read it who may not
    /// read that.
    static Result<RewrittenStep> begin(const StepFile& step, const std::filesystem::path& target);

    Status add(std::uint32_t stream, const CodedChunk& coded, std::uint64_t content_hash);
    /// A chunk of `step` as it is.
    Status copy(std::uint32_t stream, const StepFile& step, std::uint32_t from, std::uint64_t chunk);
    /// One of the links of `step`, or a step file. Behind all chunks, the one on the parent first.
    Status take_link(const StepFile& step, std::size_t link);
    Status take_link(const std::filesystem::path& step_file);

    /// All chunks of `chain`'s top step, coded exactly against the top step of `below`. Those that are
    /// dropped by now and were not before become the same as below. `kept`: those that stay as they are,
    /// since what they are coded against is the same there; empty where none is.
    Status code_anew(const Chain& chain, const Chain& below, const ChunkSet& kept, ThreadPool& pool,
                     const JobContext& job);
};

}  // namespace stepvault
