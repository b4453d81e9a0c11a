#include "vault/encode/chunk_source.h"

#include "vault/encode/compared_state.h"

namespace stepvault {

ChunkSource::ChunkSource(const OpenCheckpoint& checkpoint, const StepLayout& layout,
                         const ParentState& parent, const SharedEncoding& shared, ThreadPool& pool,
                         const JobContext& job)
    : checkpoint_(checkpoint), layout_(layout), parent_(parent), shared_(shared), pool_(pool), job_(job) {
    progress_.item = checkpoint_.candidate.source;
    if (!shared.communicator.is_alone()) {
        std::vector<std::uint32_t> holders;
        for (const auto& file : checkpoint.files)
            holders.push_back(file.holder);
        owners_ = checkpoint.is_parted ? owners_by_holder(layout, holders, shared.communicator.size())
                                       : shared.owners(layout);
    }
    if (shared.work != nullptr) count_work(*shared.work);
}

void ChunkSource::count_work(RankWork& work) const {
    work = {};
    std::vector<bool> has_payload(layout_.payloads.size());
    for (std::uint32_t s = 0; s < layout_.streams.size(); ++s) {
        const auto& stream = layout_.streams[s];
        for (std::uint64_t chunk = 0; chunk < stream.chunks(); ++chunk) {
            if (!owners_.empty() && owners_[s][chunk] != shared_.communicator.rank()) continue;
            work.bytes += stream.chunk_bytes(chunk);
            if (s == 0) continue;
            (void)for_each_part(layout_, stream, stream.chunk_first(chunk), stream.chunk_count(chunk),
                                [&](std::uint32_t payload, auto, auto, auto) -> Status {
                                    has_payload[payload] = true;
                                    return {};
                                });
        }
    }
    work.tensors = static_cast<std::uint64_t>(std::ranges::count(has_payload, true));
}

void ChunkSource::advance(ChunkPlace place) {
    progress_.done += layout_.streams[place.stream].chunk_bytes(place.chunk);
    job_.report(progress_);
}

Status ChunkSource::read_values(std::uint32_t stream, std::uint64_t chunk, Bytes& values) const {
    values.resize(layout_.streams[stream].chunk_bytes(chunk));
    return read_payload_chunk(checkpoint_, layout_, stream, chunk, values);
}

Status ChunkSource::read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const {
    return parent_.read_base(stream, chunk, base);
}

Status ChunkSource::read_before(std::uint32_t stream, std::uint64_t chunk, Bytes& before) const {
    return before_is_base() ? parent_.read_base(stream, chunk, before)
                            : parent_.read_before(stream, chunk, before);
}

}  // namespace stepvault
