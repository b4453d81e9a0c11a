#include "vault/encode/content_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/checksum.h"
#include "codec/rounding.h"
#include "codec/runs_coder.h"
#include "vault/encode/adaptive_planning.h"
#include "vault/encode/chunk_statistics.h"
#include "vault/encode/interval_length.h"
#include "vault/encode/lc_planning.h"
#include "vault/encode/stream_planning.h"

namespace stepvault {

namespace {

/// Rounds up, so that the result is no less than `value`: zero stays zero, and an error that underflows does
/// not become zero.
float rounded_up(double value) {
    const auto nearest = static_cast<float>(value);
    return static_cast<double>(nearest) < value
               ? std::nextafter(nearest, std::numeric_limits<float>::infinity())
               : nearest;
}

/// The number of times that a stream is read: `lc`, `topn` and `scar` must read all of it before they code
/// any of it.
std::uint64_t reads_of(StreamCoding coding) {
    return coding == StreamCoding::lc || coding == StreamCoding::runs ? 2 : 1;
}

/// Where exact bits take at most so many times the bytes of a lossy coding, they are kept.
constexpr double worth_of_exact = 1.1;

void set_coded(CodedOutcome& outcome, CodedChunk coded, std::uint64_t content_hash) {
    outcome.entry = {.mode = coded.mode,
                     .length = coded.bytes.size(),
                     .coded_hash = xxh3(coded.bytes),
                     .content_hash = content_hash};
    outcome.coded = std::move(coded.bytes);
}

}  // namespace

ContentWriter::ContentWriter(const OpenCheckpoint& checkpoint, const SchemeChoice& choice,
                             const EncodeContext& context, StepContent& content, ParentState& parent)
    : choice_(choice),
      codes_(context.codes),
      content_(content),
      parent_(parent),
      roundings_(content.layout.roundings()),
      source_(checkpoint, content.layout, parent, context.shared, context.pool, context.job),
      skeleton_(checkpoint, content.layout) {
    const auto& payloads = content_.layout.payloads;
    statistics_.resize(payloads.size());
    figures_.resize(payloads.size());
    crcs_.resize(payloads.size());
    content_.streams.resize(content_.layout.streams.size());
    for (const auto& p : payloads) {
        if (p.has_place()) source_.expect(p.length * reads_of(content_.layout.streams[p.stream].coding));
    }
    source_.expect(content_.layout.streams[0].count);
}

bool ContentWriter::is_lossy(std::uint32_t stream) const {
    return stepvault::is_lossy(content_.layout.streams[stream].coding);
}

Status ContentWriter::plan() {
    STEPVAULT_TRY(plan_lc(content_, source_, choice_, &codes_, statistics_));
    STEPVAULT_ASSIGN(budget, plan_budget(content_, source_, statistics_));
    budget_ = std::move(budget);
    STEPVAULT_ASSIGN(interval, interval_of(content_, source_, parent_));
    content_.meta.interval = interval;
    return plan_adaptive(content_, source_, choice_);
}

/// Codes a chunk, and fills in slot.restored.
CodedChunk ContentWriter::code_lossy(std::uint32_t stream, std::uint64_t chunk, Slot& slot) const {
    const auto& layout = content_.layout;
    const auto& s = layout.streams[stream];
    const auto coded = [](ChunkMode mode, Bytes bytes) {
        return bytes.empty() ? CodedChunk{} : CodedChunk{mode, std::move(bytes)};
    };
    if (s.coding == StreamCoding::adaptive) {
        const auto& model = *content_.streams[stream].model;
        const auto segments = adaptive_segments(layout, stream, chunk, model);
        return coded(ChunkMode::adaptive,
                     encode_adaptive(s.dtype, slot.values, slot.base, segments, model, slot.restored));
    }
    if (s.coding == StreamCoding::runs) {
        const auto blocks = blocks_of_chunk(content_, budget_, stream, chunk);
        const auto runs = choose_runs(s.dtype, slot.values, slot.base, blocks, budget_.cuts[stream]);
        return coded(ChunkMode::runs,
                     encode_runs(slot.values, slot.base, item_size(s.dtype), runs, slot.restored));
    }
    const auto segments = lc_segments(layout, stream, chunk, content_.streams[stream].tables);
    return coded(ChunkMode::lc, encode_lc(s.dtype, slot.values, slot.base, segments, slot.restored));
}

std::optional<CodedChunk> ContentWriter::exact_instead(const StoredStream& stream, const Slot& slot,
                                                       std::size_t lossy) const {
    const auto most = static_cast<std::size_t>(worth_of_exact * static_cast<double>(lossy));
    const auto size = item_size(stream.dtype);
    // Runs keep to a budget.
    if (stream.coding == StreamCoding::runs) return {};
    if (!is_base()) return encode_exact_changes(slot.values, slot.base, size, most);
    // Types of few bits have few values that can be left out.
    auto exact = encode_exact(slot.values, {}, size);
    if (exact.bytes.size() > most) return {};
    return exact;
}

Status ContentWriter::code_chunk(std::uint32_t stream, std::uint64_t chunk, Slot& slot) {
    const auto& layout = content_.layout;
    const auto& s = layout.streams[stream];
    STEPVAULT_TRY(source_.read_values(stream, chunk, slot.values));
    STEPVAULT_TRY(source_.read_base(stream, chunk, slot.base));
    if (!source_.before_is_base()) STEPVAULT_TRY(source_.read_before(stream, chunk, slot.before));
    const Bytes& before = source_.before_is_base() ? slot.base : slot.before;
    slot.outcome = {};
    CodedChunk coded;
    if (is_lossy(stream)) {
        slot.restored.resize(slot.values.size());
        if (is_base()) slot.base.assign(slot.values.size(), std::byte{0});
        coded = code_lossy(stream, chunk, slot);
        if (auto exact = exact_instead(s, slot, coded.bytes.size())) {
            coded = std::move(*exact);
            slot.restored = slot.values;
        }
        if (!is_base()) take_sample({stream, chunk}, slot.values, slot.outcome.sample);
    } else {
        coded = encode_exact(slot.values, slot.base, item_size(s.dtype));
        slot.restored = slot.values;
    }
    // The other lossy codings have gathered their statistics in plan().
    if (s.coding == StreamCoding::adaptive)
        slot.outcome.statistics = chunk_statistics(layout, stream, chunk, slot.values, before);
    const bool has_figures =
        !before.empty() && is_lossy_float(s.dtype) && content_.meta.scheme != Scheme::exact;
    if (has_figures || !layout.crcs.empty()) {
        STEPVAULT_TRY(
            for_each_part(layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                          [&](auto p, auto inside, auto n, auto at) -> Status {
                              if (has_figures) {
                                  slot.outcome.figures.emplace_back(
                                      p, loss_figures(s.dtype, slot.values.data() + at, before.data() + at,
                                                      slot.restored.data() + at, n));
                                  add_figures_of_roundings(p, {inside, n, at}, slot.values, before,
                                                           slot.restored, slot.outcome);
                              }
                              if (!layout.crcs.empty())
                                  slot.outcome.crcs.push_back(
                                      crc32(0, ByteView(slot.values).subspan(at, n * item_size(s.dtype))));
                              return {};
                          }));
    }
    const auto hash = xxh3(slot.restored);
    parent_.keep(content_.meta.id, stream, chunk, slot.restored, hash);
    set_coded(slot.outcome, std::move(coded), hash);
    return {};
}

/// A rounding's own error: fp32 values on either side of a tie may round to neighbours.
void ContentWriter::add_figures_of_roundings(std::uint32_t p, Part part, const Bytes& values,
                                             const Bytes& before, const Bytes& restored,
                                             CodedOutcome& outcome) const {
    (void)for_each_rounding(content_.layout, roundings_, p, part.inside, part.count,
                            [&](auto r, auto, auto from, auto count) -> Status {
                                const auto dtype = content_.layout.payloads[r].dtype;
                                const auto rounded = [&](const Bytes& floats) {
                                    return rounded_floats(ByteView(floats).subspan(part.at), from, count,
                                                          dtype);
                                };
                                outcome.figures.emplace_back(
                                    r, loss_figures(dtype, rounded(values).data(), rounded(before).data(),
                                                    rounded(restored).data(), count));
                                return {};
                            });
}

/// Appends the blocks of the stream's sample that begin in this chunk.
void ContentWriter::take_sample(ChunkPlace at, const Bytes& values, Bytes& sample) const {
    const auto& s = content_.layout.streams[at.stream];
    const auto blocks = StreamSample::blocks_for(s.count);
    if (blocks == 0) return;
    const auto begin = s.chunk_first(at.chunk);
    const auto end = begin + s.chunk_count(at.chunk);
    const std::uint64_t size = item_size(s.dtype);
    const auto block_bytes = static_cast<std::ptrdiff_t>(StreamSample::block_elements * size);
    // The first block that may begin here; rounding down moves a block by less than its length.
    auto block = begin / std::max<std::uint64_t>(1, s.count / blocks);
    for (; block < blocks; ++block) {
        const auto first = StreamSample::block_first(block, blocks, s.count);
        if (first >= end) return;
        if (first < begin) continue;
        const auto from = values.begin() + static_cast<std::ptrdiff_t>((first - begin) * size);
        sample.insert(sample.end(), from, from + block_bytes);
    }
}

Status ContentWriter::take_outcome(ChunkPlace at, CodedOutcome& outcome, StepFileWriter& writer) {
    const auto& layout = content_.layout;
    const auto& s = layout.streams[at.stream];
    STEPVAULT_ASSIGN(entry, writer.add_coded(outcome.entry, outcome.coded));
    content_.streams[at.stream].chunks.push_back(entry);
    for (const auto& [p, f] : outcome.figures)
        figures_[p].merge(f);
    if (!outcome.sample.empty()) {
        if (content_.samples.empty() || content_.samples.back().stream != at.stream)
            content_.samples.push_back({at.stream, StreamSample::blocks_for(s.count), {}});
        auto& sample = content_.samples.back().bytes;
        sample.insert(sample.end(), outcome.sample.begin(), outcome.sample.end());
    }
    merge(statistics_, outcome.statistics);
    if (outcome.crcs.empty()) return {};
    auto crc = outcome.crcs.begin();
    return for_each_part(layout, s, s.chunk_first(at.chunk), s.chunk_count(at.chunk),
                         [&](auto p, auto, auto n, auto) -> Status {
                             crcs_[p] = crc32_of_both(crcs_[p], *crc++, n * item_size(s.dtype));
                             return {};
                         });
}

Status ContentWriter::write_payloads(StepFileWriter& writer) {
    std::vector<std::uint32_t> streams;
    for (std::uint32_t stream = 1; stream < content_.layout.streams.size(); ++stream)
        streams.push_back(stream);
    return source_.for_each_chunk<Slot>(
        streams, [&](ChunkPlace at, Slot& slot) { return code_chunk(at.stream, at.chunk, slot); },
        [&](ChunkPlace at, CodedOutcome& outcome) { return take_outcome(at, outcome, writer); });
}

Status ContentWriter::check_crcs() {
    return skeleton_.omit_derivable_crcs(crcs_);
}

Status ContentWriter::write_skeleton(StepFileWriter& writer) {
    const bool large = content_.layout.streams[0].count > (std::uint64_t{4} << 20);
    return source_.for_each_chunk<Slot>(
        {0},
        [&](ChunkPlace at, Slot& slot) -> Status {
            STEPVAULT_TRY(skeleton_.read(at.chunk, slot.values));
            STEPVAULT_TRY(parent_.read_base(0, at.chunk, slot.base));
            const auto hash = xxh3(slot.values);
            slot.outcome = {};
            set_coded(slot.outcome, encode_bytes(slot.values, slot.base, large), hash);
            parent_.keep(content_.meta.id, 0, at.chunk, slot.values, hash);
            return {};
        },
        [&](ChunkPlace at, CodedOutcome& outcome) { return take_outcome(at, outcome, writer); });
}

void ContentWriter::summarize() {
    const auto& payloads = content_.layout.payloads;
    auto& meta = content_.meta;
    meta.original_bytes = content_.layout.total_bytes();
    meta.relative_error = meta.prior_error;
    if (meta.scheme == Scheme::exact || !parent_.step_before()) return;
    const auto counts = headline_payloads(content_.layout);
    LossFigures headline;
    for (std::uint32_t p = 0; p < payloads.size(); ++p) {
        const bool copy = payloads[p].same_as != StoredPayload::itself;
        const auto& figures = figures_[copy ? payloads[p].same_as : p];
        const auto carrier = content_.layout.carrier(p);
        content_.figures.push_back({static_cast<float>(figures.relative_error()), rounded_up(figures.max_abs),
                                    static_cast<float>(figures.lag())});
        if (counts[p] && parent_.knows(carrier)) headline.merge(figures);
        if (is_lossy(payloads[p].stream) && carrier == p)
            content_.statistics.push_back(std::move(statistics_[p]));
    }
    // The loss of an earlier coding is independent of the loss of this coding.
    meta.relative_error = std::hypot(meta.prior_error, headline.relative_error());
    meta.max_abs_error += headline.max_abs;
    meta.lag = headline.lag();
}

}  // namespace stepvault
