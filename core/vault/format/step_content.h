// The parts of a step file other than its chunks, in memory.
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
    std::uint64_t content_hash = 0;  ///< XXH3-64 of the decoded bytes
};

/// The content of one stream, without its layout.
struct StreamContent {
    std::vector<LcTable> tables;                 ///< of an `lc` stream; indexed by StoredPayload::table
    std::shared_ptr<const AdaptiveModel> model;  ///< of an `adaptive` stream
    std::vector<ChunkEntry> chunks;
    /// By chunk: true if its original content is no longer kept. The chunk then decodes to other data, which
    /// only steps coded against this one may use (stripping.h). Empty if no chunk was dropped.
    std::vector<bool> dropped;
};

/// Quality of one payload, 0 where it is exact.
struct PayloadFigures {
    float relative_error = 0;
    float max_abs_error = 0;
    float lag = 0;  ///< LossFigures::lag()
};

/// Original bits of blocks of elements spread evenly over a stream: block i of n begins at element
/// i * (count / n), rounded down to a multiple of block_elements.
struct StreamSample {
    static constexpr std::uint32_t block_elements = 64;
    std::uint32_t stream = 0;
    std::uint64_t blocks = 0;
    Bytes bytes;

    /// Number of blocks for a stream of `count` elements: 1 in 4,000 elements, in small streams up to 1 in
    /// 100.
    static std::uint64_t blocks_for(std::uint64_t count);
    static std::uint64_t block_first(std::uint64_t block, std::uint64_t blocks, std::uint64_t count);
};

/// Splits the elements of a chunk of an `lc` stream by bucket table; the segments point into `tables`.
std::vector<LcSegment> lc_segments(const StepLayout& layout, std::uint32_t stream, std::uint64_t chunk,
                                   const std::vector<LcTable>& tables);

/// Splits the elements of a chunk of an `adaptive` stream by payload; the segments point into `model`.
std::vector<AdaptiveSegment> adaptive_segments(const StepLayout& layout, std::uint32_t stream,
                                               std::uint64_t chunk, const AdaptiveModel& model);

/// The place of a step file embedded in another one (squashing.h).
struct LinkEntry {
    std::uint64_t offset = 0;  ///< in the enclosing file
    std::uint64_t length = 0;
};

/// Approximate memory in bytes, beyond the layout's weight().
std::uint64_t memory_of(const LcTable& table);
std::uint64_t memory_of(const AdaptiveModel& model);

/// Everything in a step file except the coded chunks.
struct StepContent {
    StepMeta meta;
    StepLayout layout;
    std::vector<StreamContent> streams;   ///< one for each of layout.streams
    std::vector<PayloadFigures> figures;  ///< one for each of layout.payloads, or none for scheme `exact`
    std::vector<BucketStatistics> statistics;  ///< for the payloads of lossy streams, in order
    std::vector<StreamSample> samples;
    /// Steps between meta.parent and this step; the first is coded against meta.parent
    std::vector<LinkEntry> links;
    std::uint64_t last_link_digest =
        /// StepFile::state_digest() of the last link, if any, which this step is coded against
        0;
};

}  // namespace stepvault
