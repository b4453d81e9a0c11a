#include "vault/encode/chunk_source.h"

#include "vault/encode/compared_state.h"

namespace stepvault {

ChunkSource::ChunkSource(const OpenCheckpoint& checkpoint, const StepLayout& layout,
                         const ParentState& parent, const SharedEncoding& shared, ThreadPool& pool,
                         const JobContext& job)
    : checkpoint_(checkpoint), layout_(layout), parent_(parent), shared_(shared), pool_(pool), job_(job) {
    progress_.item = checkpoint_.candidate.source;
    if (shared.communicator.is_alone()) return;
    if (checkpoint.is_parted) {
        std::vector<std::uint32_t> holders;
        for (const auto& file : checkpoint.files)
            holders.push_back(file.holder);
        owners_ = owners_by_holder(layout, holders, shared.communicator.size());
        return;
    }
    owners_ = shared.owners
                  ? shared.owners(layout, shared.communicator.size())
                  : weighted_owners(layout, std::vector<std::uint32_t>(shared.communicator.size(), 1));
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
