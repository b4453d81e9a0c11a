#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "run/completeness.h"
#include "vault/encode/budget_planning.h"
#include "vault/encode/chunk_source.h"
#include "vault/encode/coded_outcome.h"
#include "vault/encode/encode_request.h"
#include "vault/encode/parent_state.h"
#include "vault/encode/skeleton_reader.h"
#include "vault/format/step_content.h"

namespace stepvault {

/// Codes the chunks of one checkpoint into a step file, and measures the loss. Call each function once, in
/// the order of declaration, from one thread; the chunks are spread over the threads of the pool.
class ContentWriter {
 public:
    /// Nothing is owned. `content` has its meta and its layout; the rest is filled in.
    ContentWriter(const OpenCheckpoint& checkpoint, const SchemeChoice& choice, const EncodeContext& context,
                  StepContent& content, ParentState& parent);

    /// Reads the streams whose scheme must know all of a stream before it codes any of it, and plans the
    /// coding.
    Status plan();
    Status write_payloads(StepFileWriter& writer);
    /// Omits correct checksums from the skeleton.
    Status check_crcs();
    Status write_skeleton(StepFileWriter& writer);
    /// Fills in the figures of the content.
    void summarize();

 private:
    /// One chunk on its way through the coder.
    struct Slot {
        Bytes values;
        Bytes base;
        Bytes before;  ///< the reference of changes and errors, if that is not the base
        Bytes restored;
        CodedOutcome outcome;
    };

    [[nodiscard]] bool is_lossy(std::uint32_t stream) const;
    [[nodiscard]] bool is_base() const { return content_.meta.stands_alone(); }
    CodedChunk code_lossy(std::uint32_t stream, std::uint64_t chunk, Slot& slot) const;
    /// The exact code of a chunk where it takes about as much as the lossy one, of `lossy` bytes.
    [[nodiscard]] std::optional<CodedChunk> exact_instead(const StoredStream& stream, const Slot& slot,
                                                          std::size_t lossy) const;
    Status code_chunk(std::uint32_t stream, std::uint64_t chunk, Slot& slot);
    /// Elements of a payload in a chunk.
    struct Part {
        std::uint64_t inside;  ///< first element within the payload
        std::uint64_t count;   ///< elements
        std::uint64_t at;      ///< byte offset in the chunk
    };
    /// `p`: the payload that they round.
    void add_figures_of_roundings(std::uint32_t p, Part part, const Bytes& values, const Bytes& before,
                                  const Bytes& restored, CodedOutcome& outcome) const;
    void take_sample(ChunkPlace at, const Bytes& values, Bytes& sample) const;
    Status take_outcome(ChunkPlace at, CodedOutcome& outcome, StepFileWriter& writer);

    const SchemeChoice& choice_;
    HuffmanCache& codes_;
    StepContent& content_;
    ParentState& parent_;
    std::vector<std::vector<std::uint32_t>> roundings_;  ///< StepLayout::roundings()
    ChunkSource source_;
    SkeletonReader skeleton_;
    std::vector<BucketStatistics> statistics_;  ///< by payload
    std::vector<LossFigures> figures_;          ///< by payload
    std::vector<std::uint32_t> crcs_;           ///< by payload
    BudgetPlan budget_;                         ///< for streams of coding runs
};

}  // namespace stepvault
