#include "vault/encode/identical_payloads.h"

#include <algorithm>
#include <map>

#include "base/checksum.h"
#include "codec/element.h"

namespace stepvault {

namespace {

constexpr std::uint64_t fewest_bytes = 4096;
constexpr std::uint64_t compared_block = std::uint64_t{1} << 20U;

Status read_part(const OpenCheckpoint& checkpoint, const StoredPayload& p, std::uint64_t at, std::uint64_t n,
                 Bytes& out) {
    out.resize(n);
    return checkpoint.read_payload(p.file, p.length, p.offset + at, out);
}

Result<bool> same_bytes(const OpenCheckpoint& checkpoint, const StoredPayload& a, const StoredPayload& b) {
    Bytes first;
    Bytes second;
    for (std::uint64_t at = 0; at < a.length; at += compared_block) {
        const auto n = std::min(compared_block, a.length - at);
        STEPVAULT_TRY(read_part(checkpoint, a, at, n, first));
        STEPVAULT_TRY(read_part(checkpoint, b, at, n, second));
        if (first != second) return false;
    }
    return true;
}

}  // namespace

Status find_copies(const OpenCheckpoint& checkpoint, StepLayout& layout) {
    std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>, std::vector<std::uint32_t>> alike;
    Bytes beginning;
    for (std::uint32_t i = 0; i < layout.payloads.size(); ++i) {
        auto& p = layout.payloads[i];
        if (p.length < fewest_bytes || p.rounds != StoredPayload::itself) continue;
        if (checkpoint.files[p.file].is_elsewhere) continue;
        STEPVAULT_TRY(read_part(checkpoint, p, 0, fewest_bytes, beginning));
        const auto size = item_size(p.dtype);
        if (std::equal(beginning.begin() + size, beginning.end(), beginning.begin())) continue;
        auto& earlier = alike[{p.stream, p.length, xxh3(beginning)}];
        for (const auto e : earlier) {
            STEPVAULT_ASSIGN(same, same_bytes(checkpoint, layout.payloads[e], p));
            if (!same) continue;
            p.same_as = e;
            break;
        }
        if (p.same_as == StoredPayload::itself) earlier.push_back(i);
    }
    return {};
}

Result<ByteView> DuplicateFinder::earlier_chunk(std::uint32_t stream, std::uint64_t chunk) {
    auto& held = held_[stream];
    if (held.chunk != chunk) {
        held.chunk = ~std::uint64_t{0};
        held.bytes.resize(earlier_.layout->streams[stream].chunk_bytes(chunk));
        const auto read = earlier_.read(stream, chunk, held.bytes);
        if (!read) return Error{ErrorCode::corrupt, read.error().message};
        held.chunk = chunk;
    }
    return ByteView(held.bytes);
}

Result<bool> DuplicateFinder::has(const StoredPayload& payload, std::uint32_t counterpart) {
    const auto& old = earlier_.layout->payloads[counterpart];
    const auto& stream = earlier_.layout->streams[old.stream];
    const std::uint64_t size = item_size(payload.dtype);
    Bytes now;
    for (std::uint64_t element = 0; element < old.count();) {
        const auto chunk = (old.first + element) / stream.chunk_elements;
        const auto inside = old.first + element - stream.chunk_first(chunk);
        const auto n = std::min(old.count() - element, stream.chunk_count(chunk) - inside);
        STEPVAULT_ASSIGN(then, earlier_chunk(old.stream, chunk));
        // The first few elements reveal nearly every change.
        for (const auto part : {std::min<std::uint64_t>(n, 64), n}) {
            STEPVAULT_TRY(read_part(checkpoint_, payload, element * size, part * size, now));
            const auto same = then.subspan(inside * size, part * size);
            if (!std::equal(now.begin(), now.end(), same.begin())) return false;
        }
        element += n;
    }
    return true;
}

Result<bool> DuplicateFinder::is_unlike(const StoredPayload& payload, std::uint32_t counterpart) {
    const auto& old = earlier_.layout->payloads[counterpart];
    const auto& stream = earlier_.layout->streams[old.stream];
    const std::uint64_t size = item_size(payload.dtype);
    const auto chunk = old.first / stream.chunk_elements;
    const auto inside = old.first - stream.chunk_first(chunk);
    const auto n = std::min(old.count(), stream.chunk_count(chunk) - inside);
    STEPVAULT_ASSIGN(chunk_bytes, earlier_chunk(old.stream, chunk));
    const auto then = chunk_bytes.subspan(inside * size, n * size);
    Bytes now;
    STEPVAULT_TRY(read_part(checkpoint_, payload, 0, n * size, now));
    return visit_float(payload.dtype, [&](auto e) {
        using Element = decltype(e);
        double change = 0;
        double values = 0;
        for (std::uint64_t i = 0; i < n; ++i) {
            const auto value = static_cast<double>(Element::decode(load_element<Element>(now.data(), i)));
            const auto before = static_cast<double>(Element::decode(load_element<Element>(then.data(), i)));
            change += (value - before) * (value - before);
            values += value * value;
        }
        return change > 0 && change >= values;
    });
}

}  // namespace stepvault
