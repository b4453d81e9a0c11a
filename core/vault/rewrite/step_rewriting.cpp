#include "vault/rewrite/step_rewriting.h"

#include <algorithm>
#include <vector>

#include "base/checksum.h"
#include "vault/chain/layout_map.h"

namespace stepvault {

namespace {

constexpr std::size_t chunks_per_thread = 4;

struct RewritingSlot {
    Bytes values;
    Bytes base;
    CodedChunk coded;
    std::uint64_t hash = 0;
};

}  // namespace

Result<RewrittenStep> RewrittenStep::begin(const StepFile& step, const std::filesystem::path& target) {
    StepContent content;
    content.meta = step.meta();
    content.layout = step.layout();
    for (std::uint32_t s = 0; s < content.layout.streams.size(); ++s) {
        content.streams.push_back(step.stream(s));
        content.streams.back().chunks.clear();
    }
    content.figures = step.figures();
    STEPVAULT_ASSIGN(statistics, step.statistics());
    content.statistics = std::move(statistics);
    STEPVAULT_ASSIGN(samples, step.samples());
    content.samples = std::move(samples);
    STEPVAULT_ASSIGN(writer, StepFileWriter::create(target));
    return RewrittenStep{std::move(writer), std::move(content)};
}

Status RewrittenStep::add(std::uint32_t stream, const CodedChunk& coded, std::uint64_t content_hash) {
    STEPVAULT_ASSIGN(entry, writer.add_chunk(coded, content_hash));
    content.streams[stream].chunks.push_back(entry);
    bytes += entry.length;
    return {};
}

Status RewrittenStep::copy(std::uint32_t stream, const StepFile& step, std::uint32_t from,
                           std::uint64_t chunk) {
    STEPVAULT_ASSIGN(coded, step.read_chunk(from, chunk));
    const auto& entry = step.stream(from).chunks[chunk];
    return add(stream, {entry.mode, std::move(coded)}, entry.content_hash);
}

Status RewrittenStep::take_link(const StepFile& step, std::size_t link) {
    STEPVAULT_ASSIGN(entry, writer.add_link_of(step, link));
    content.links.push_back(entry);
    bytes += entry.length;
    return {};
}

Status RewrittenStep::take_link(const std::filesystem::path& step_file) {
    STEPVAULT_ASSIGN(entry, writer.add_link(step_file));
    content.links.push_back(entry);
    bytes += entry.length;
    return {};
}

Status RewrittenStep::code_anew(const Chain& chain, const Chain& below, const ChunkSet& kept,
                                ThreadPool& pool, const JobContext& job) {
    auto& layout = content.layout;
    if (kept.empty()) {
        content.statistics.clear();
        for (std::size_t s = 0; s < layout.streams.size(); ++s) {
            auto& coding = layout.streams[s].coding;
            if (coding != StreamCoding::bytes) coding = StreamCoding::exact;
            content.streams[s].tables.clear();
            content.streams[s].model.reset();
        }
    }
    const LayoutMap map(layout, below.top().layout());
    for (std::uint32_t s = 0; s < layout.streams.size(); ++s) {
        const auto& stream = layout.streams[s];
        const auto& dropped = content.streams[s].dropped;
        std::vector<RewritingSlot> slots(
            std::min<std::uint64_t>(pool.size() * chunks_per_thread, stream.chunks()));
        STEPVAULT_TRY(pool.for_each_in_order(
            stream.chunks(), slots.size(),
            [&](std::size_t c, std::size_t lane) -> Status {
                STEPVAULT_TRY(job.check());
                auto& slot = slots[lane];
                slot.hash = chain.top().stream(s).chunks[c].content_hash;
                if (!kept.empty() && kept[s][c]) {
                    STEPVAULT_ASSIGN(coded, chain.top().read_chunk(s, c));
                    slot.coded = {chain.top().stream(s).chunks[c].mode, std::move(coded)};
                    return {};
                }
                STEPVAULT_TRY(gather_base(
                    layout, s, c, map, below.top().layout(),
                    [&](auto from, auto chunk, auto out) { return below.read_chunk(from, chunk, out); },
                    slot.base));
                if (!dropped.empty() && dropped[c] && !chain.top().is_dropped(s, c)) {
                    slot.coded = {ChunkMode::same, {}};
                    slot.hash = xxh3(slot.base);
                    return {};
                }
                slot.values.resize(stream.chunk_bytes(c));
                STEPVAULT_TRY(chain.read_chunk(s, c, slot.values));
                slot.coded = stream.coding == StreamCoding::bytes
                                 ? encode_bytes(slot.values, slot.base, false)
                                 : encode_exact(slot.values, slot.base, item_size(stream.dtype));
                return {};
            },
            [&](std::size_t, std::size_t lane) { return add(s, slots[lane].coded, slots[lane].hash); }));
    }
    return {};
}

}  // namespace stepvault
