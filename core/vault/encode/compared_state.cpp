#include "vault/encode/compared_state.h"

namespace stepvault {

ComparedState ComparedState::of(const OpenCheckpoint& checkpoint, const StepLayout& layout) {
    return {&layout, [&](auto stream, auto chunk, auto out) {
                return read_payload_chunk(checkpoint, layout, stream, chunk, out);
            }};
}

Status read_payload_chunk(const OpenCheckpoint& checkpoint, const StepLayout& layout, std::uint32_t stream,
                          std::uint64_t chunk, MutableByteView out) {
    const auto& s = layout.streams[stream];
    const std::uint64_t size = item_size(s.dtype);
    return for_each_part(
        layout, s, s.chunk_first(chunk), s.chunk_count(chunk), [&](auto p, auto inside, auto n, auto at) {
            const auto& payload = layout.payloads[p];
            return checkpoint.read_payload(payload.file, payload.length, payload.offset + inside * size,
                                           out.subspan(at, n * size));
        });
}

}  // namespace stepvault
