// The parts of a step file beside its chunks, as they are written and read.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.h"
#include "codec/adaptive_coder.h"
#include "codec/bucket_statistics.h"
#include "codec/exact_coder.h"
#include "codec/lc_coder.h"
#include "vault/format/step_layout.h"
#include "vault/format/step_meta.h"

namespace stepvault {

struct ChunkEntry {
    ChunkMode mode = ChunkMode::same;
    std::uint64_t offset = 0;        ///< in the step file
    std::uint64_t length = 0;        ///< coded bytes
    std::uint64_t coded_hash = 0;    ///< XXH3-64 of the coded bytes
    std::uint64_t content_hash = 0;  ///< XXH3-64 of what the chunk decodes to
};

/// Of one stream, beside its layout.
struct StreamContent {
    std::vector<LcTable> tables;                 ///< streams coded by `lc`: StoredPayload::table chooses
    std::shared_ptr<const AdaptiveModel> model;  ///< streams coded by `adaptive`
    std::vector<ChunkEntry> chunks;
    /// By chunk: what was filed of it is no longer kept, and it decodes to something else that only what is
    /// coded against it may use (reducing.h). Empty: none.
    std::vector<bool> dropped;
};

/// Quality of one payload, 0 where it is exact.
struct PayloadFigures {
    float relative_error = 0;
    float max_abs_error = 0;
};

/// Original bits of blocks of elements spread evenly over a stream: block i of n begins at element
/// i * (count / n), rounded down to a multiple of block_elements.
struct StreamSample {
    static constexpr std::uint32_t block_elements = 64;
    std::uint32_t stream = 0;
    std::uint64_t blocks = 0;
    Bytes bytes;

    /// How many blocks a stream of `count` elements gets: 1 in 4,000 elements, of small ones up
    /// to 1 in 100.
    static std::uint64_t blocks_for(std::uint64_t count);
    static std::uint64_t block_first(std::uint64_t block, std::uint64_t blocks, std::uint64_t count);
};

/// How the elements of a chunk of an `lc` stream fall to the stream's tables; points into `tables`.
std::vector<LcSegment> lc_segments(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk,
                                   const std::vector<LcTable>& tables);

/// How the elements of a chunk of an adaptive stream fall to its payloads; points into `model`.
std::vector<AdaptiveSegment> adaptive_segments(const StepLayout& layout, std::uint32_t stream,
                                               std::uint64_t chunk, const AdaptiveModel& model);

/// A step file within another one (folding.h).
struct LinkEntry {
    std::uint64_t offset = 0;  ///< in the file around it
    std::uint64_t length = 0;
};

/// Bytes that it takes up in memory, about, beside what the layout weighs.
std::uint64_t memory_of(const LcTable& table);
std::uint64_t memory_of(const AdaptiveModel& model);

/// All that is not in chunks.
struct StepContent {
    StepMeta meta;
    StepLayout layout;
    std::vector<StreamContent> streams;        ///< as many as layout.streams
    std::vector<PayloadFigures> figures;       ///< as many as layout.payloads, or none for scheme `exact`
    std::vector<BucketStatistics> statistics;  ///< for the payloads of lossy streams, in their order
    std::vector<StreamSample> samples;
    std::vector<LinkEntry> links;  ///< between meta.parent and this step, the one on meta.parent first
    std::uint64_t last_link_digest =
        0;  ///< StepFile::state_digest() of what this step is coded against, if any
};

}  // namespace stepvault
