#include "vault/chain/payload_norms.h"

#include <cmath>

#include "codec/element.h"
#include "codec/rounding.h"

namespace stepvault {

namespace {

struct NormSlot {
    Bytes bytes;
    std::vector<std::pair<std::uint32_t, std::optional<double>>> squares;  ///< by payload
};

double sum_of_squares(DType dtype, const std::byte* data, std::uint64_t count) {
    return visit_float(dtype, [&](auto e) {
        using Element = decltype(e);
        double sum = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto value = static_cast<double>(Element::decode(load_element<Element>(data, i)));
            if (std::isfinite(value)) sum += value * value;
        }
        return sum;
    });
}

}  // namespace

Result<std::vector<std::optional<double>>> payload_norms(const Chain& chain, ThreadPool& pool,
                                                         const JobContext& job) {
    constexpr std::size_t chunks_per_thread = 4;
    const auto& layout = chain.top().layout();
    std::vector<std::optional<double>> norms(layout.payloads.size(), 0.0);
    const auto roundings = layout.roundings();
    Progress progress;
    progress.item = chain.top().meta().source;
    for (const auto& stream : layout.streams)
        progress.total += is_lossy_float(stream.dtype) ? stream.count * item_size(stream.dtype) : 0;
    // Elements `inside` to `inside + n` of payload `p` lie at byte `at` of the slot.
    const auto add_roundings = [&](NormSlot& slot, std::uint32_t p, std::uint64_t inside, std::uint64_t n,
                                   std::uint64_t at, bool is_kept) {
        const auto part = ByteView(slot.bytes).subspan(at);
        (void)for_each_rounding(
            layout, roundings, p, inside, n, [&](auto r, auto, auto from, auto count) -> Status {
                auto& [payload, squares] = slot.squares.emplace_back(r, std::nullopt);
                if (!is_kept) return {};
                const auto dtype = layout.payloads[r].dtype;
                squares = sum_of_squares(dtype, rounded_floats(part, from, count, dtype).data(), count);
                return {};
            });
    };
    for (std::uint32_t stream = 1; stream < layout.streams.size(); ++stream) {
        const auto& s = layout.streams[stream];
        if (!is_lossy_float(s.dtype)) continue;
        std::vector<NormSlot> slots(std::min<std::uint64_t>(pool.size() * chunks_per_thread, s.chunks()));
        STEPVAULT_TRY(pool.for_each_in_order(
            s.chunks(), slots.size(),
            [&](std::size_t chunk, std::size_t lane) -> Status {
                STEPVAULT_TRY(job.check());
                auto& slot = slots[lane];
                slot.bytes.resize(s.chunk_bytes(chunk));
                slot.squares.clear();
                const bool is_kept = !chain.top().is_dropped(stream, chunk);
                if (is_kept) STEPVAULT_TRY(chain.read_chunk(stream, chunk, slot.bytes));
                return for_each_part(layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                                     [&](auto p, auto inside, auto n, auto at) -> Status {
                                         auto& [payload, squares] =
                                             slot.squares.emplace_back(p, std::nullopt);
                                         if (is_kept)
                                             squares = sum_of_squares(s.dtype, slot.bytes.data() + at, n);
                                         add_roundings(slot, p, inside, n, at, is_kept);
                                         return {};
                                     });
            },
            [&](std::size_t chunk, std::size_t lane) -> Status {
                for (const auto& [p, squares] : slots[lane].squares)
                    norms[p] = norms[p] && squares ? std::optional(*norms[p] + *squares) : std::nullopt;
                progress.done += s.chunk_bytes(chunk);
                job.report(progress);
                return {};
            }));
    }
    for (std::size_t p = 0; p < norms.size(); ++p) {
        const auto original = layout.payloads[p].same_as;
        if (original != StoredPayload::itself)
            norms[p] = norms[original];
        else if (norms[p])
            norms[p] = std::sqrt(*norms[p]);
    }
    return norms;
}

}  // namespace stepvault
