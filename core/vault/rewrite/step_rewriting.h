// Writes the state of a stored step into a new step file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/chain/chain.h"
#include "vault/format/step_file_writer.h"

namespace stepvault {

/// A set of chunks, by stream and chunk.
using ChunkSet = std::vector<std::vector<bool>>;

/// A step file that is being rewritten, with its chunks and links so far. Everything else comes from the old
/// file.
struct RewrittenStep {
    StepFileWriter writer;
    StepContent content;
    std::uint64_t bytes = 0;  ///< of chunks and links

    /// Begins the replacement of `step` as `target`, without chunks and links. Anyone who cannot read `step`
    /// cannot read `target`.
    static Result<RewrittenStep> begin(const StepFile& step, const std::filesystem::path& target);

    Status add(std::uint32_t stream, const CodedChunk& coded, std::uint64_t content_hash);
    /// Copies a chunk of `step` unchanged.
    Status copy(std::uint32_t stream, const StepFile& step, std::uint32_t from, std::uint64_t chunk);
    /// Adds a link of `step`, or a step file as a link. Links follow all chunks, the one on the parent first.
    Status take_link(const StepFile& step, std::size_t link);
    Status take_link(const std::filesystem::path& step_file);

    /// Codes all chunks of `chain`'s top step exactly against the top step of `below`. Newly dropped chunks
    /// become equal to those below. `kept`: chunks that are copied unchanged, since their base is the same in
    /// `below`; empty for none.
    Status code_anew(const Chain& chain, const Chain& below, const ChunkSet& kept, ThreadPool& pool,
                     const JobContext& job);
};

}  // namespace stepvault
