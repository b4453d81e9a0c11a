#include "vault/encode/adaptive_sample.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "codec/element.h"

namespace stepvault {

namespace {

constexpr std::uint64_t chunks_of_sample = 64;
constexpr std::uint64_t elements_of_sample = std::uint64_t{1} << 20U;
/// The smallest sample of a payload, if the payload has as many elements, is this total divided by the number
/// of payloads in the stream, clamped to the two limits below.
constexpr std::uint64_t elements_of_rest = std::uint64_t{1} << 21U;
constexpr std::uint64_t fewest_of_payload = 2048;
constexpr std::uint64_t most_of_payload = 8192;

std::vector<float> as_floats(DType dtype, ByteView bytes) {
    std::vector<float> out(bytes.size() / item_size(dtype));
    visit_float(dtype, [&](auto e) { decode_elements<decltype(e)>(bytes.data(), out); });
    return out;
}

/// As floats. Code 0 stands for -0.993, but an optimizer fills blocks that it has not touched with it, whose
/// scale is zero; their first change would count more than all others. Zeros alone are bytes without a base.
std::vector<float> as_floats_of_used_blocks(DType dtype, ByteView bytes) {
    auto floats = as_floats(dtype, bytes);
    const auto is_zero = [](std::byte code) { return code == std::byte{0}; };
    if (dtype != DType::signed_dynamic8 || std::ranges::all_of(bytes, is_zero)) return floats;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const bool follows = i > 0 && is_zero(bytes[i - 1]);
        const bool leads = i + 1 < bytes.size() && is_zero(bytes[i + 1]);
        if (is_zero(bytes[i]) && (follows || leads)) floats[i] = 0;
    }
    return floats;
}

struct SampleSlot {
    Bytes values;
    Bytes base;
    Bytes before;
    struct Outcome {
        std::vector<SampledPart> parts;
        void write(ByteWriter& out) const {
            out.put_varint(parts.size());
            for (const auto& part : parts)
                part.write(out);
        }
        static Outcome read(ByteReader& in) {
            Outcome outcome;
            for (auto left = in.get_varint(); left > 0 && in.ok(); --left)
                outcome.parts.push_back(SampledPart::read(in));
            return outcome;
        }
    } outcome;
};

/// Decides which chunks of a stream are sampled, and how many elements of each payload in them. The other
/// chunks contribute the beginnings of payloads that no sampled chunk touches.
class SampleChoice {
 public:
    SampleChoice(const StepLayout& layout, std::uint32_t stream)
        : layout_(layout),
          stream_(layout.streams[stream]),
          every_(std::max<std::uint64_t>(1, (stream_.chunks() + chunks_of_sample - 1) / chunks_of_sample)),
          share_(std::min(1.0, static_cast<double>(elements_of_sample) /
                                   static_cast<double>(std::min(stream_.chunks(), chunks_of_sample) *
                                                       stream_.chunk_elements))),
          least_(std::clamp(elements_of_rest / stream_.payloads.size(), fewest_of_payload, most_of_payload)) {
    }

    /// The number of elements to sample from the `n` elements of a payload in a wanted chunk.
    [[nodiscard]] std::uint64_t elements(std::uint64_t chunk, std::uint64_t n) const {
        const auto share =
            is_sampled(chunk) ? static_cast<std::uint64_t>(share_ * static_cast<double>(n)) : 0;
        return std::min(n, std::max(least_, share));
    }
    [[nodiscard]] bool is_wanted(std::uint64_t chunk, std::uint32_t p, std::uint64_t inside) const {
        if (is_sampled(chunk)) return true;
        const auto& payload = layout_.payloads[p];
        const auto last = (payload.first + payload.count() - 1) / stream_.chunk_elements;
        const bool touched = (chunk + every_ - 1) / every_ * every_ <= last;
        return inside == 0 && !touched;
    }
    [[nodiscard]] bool has_any(std::uint64_t chunk) const {
        bool any = false;
        (void)for_each_part(layout_, stream_, stream_.chunk_first(chunk), stream_.chunk_count(chunk),
                            [&](auto p, auto inside, auto, auto) -> Status {
                                any = any || is_wanted(chunk, p, inside);
                                return {};
                            });
        return any;
    }

 private:
    [[nodiscard]] bool is_sampled(std::uint64_t chunk) const { return chunk % every_ == 0; }

    const StepLayout& layout_;
    const StoredStream& stream_;
    std::uint64_t every_;
    double share_;         ///< sampled fraction of the elements in a sampled chunk
    std::uint64_t least_;  ///< smallest sample of a payload, elements
};

Status sample_chunk(const StepLayout& layout, ChunkPlace at, const ChunkSource& source, SampleSlot& slot) {
    const auto& s = layout.streams[at.stream];
    const SampleChoice choice(layout, at.stream);
    STEPVAULT_TRY(source.read_values(at.stream, at.chunk, slot.values));
    STEPVAULT_TRY(source.read_base(at.stream, at.chunk, slot.base));
    slot.base.resize(slot.values.size());  // zero bytes where there is no base
    slot.before.clear();
    if (!source.before_is_base()) STEPVAULT_TRY(source.read_before(at.stream, at.chunk, slot.before));
    slot.outcome.parts.clear();
    return for_each_part(layout, s, s.chunk_first(at.chunk), s.chunk_count(at.chunk),
                         [&](auto p, auto inside, auto n, auto place) -> Status {
                             if (!choice.is_wanted(at.chunk, p, inside)) return {};
                             const auto size = choice.elements(at.chunk, n) * item_size(s.dtype);
                             const auto floats = [&](const Bytes& bytes) {
                                 return bytes.empty() ? std::vector<float>()
                                                      : as_floats_of_used_blocks(
                                                            s.dtype, ByteView(bytes).subspan(place, size));
                             };
                             slot.outcome.parts.push_back(
                                 {p, inside, floats(slot.values), floats(slot.base), floats(slot.before)});
                             return {};
                         });
}

}  // namespace

void SampledPart::write(ByteWriter& out) const {
    out.put_varint(payload);
    out.put_varint(first);
    for (const auto* floats : {&values, &base, &before}) {
        out.put_varint(floats->size());
        out.put_bytes(std::as_bytes(std::span(*floats)));
    }
}

SampledPart SampledPart::read(ByteReader& in) {
    SampledPart part;
    part.payload = static_cast<std::uint32_t>(in.get_varint());
    part.first = in.get_varint();
    for (auto* floats : {&part.values, &part.base, &part.before}) {
        const auto bytes = in.get_bytes(in.get_varint() * sizeof(float));
        floats->resize(bytes.size() / sizeof(float));
        std::ranges::copy(bytes, std::as_writable_bytes(std::span(*floats)).begin());
    }
    return part;
}

Result<std::vector<std::vector<SampledPart>>> sample_streams(const std::vector<std::uint32_t>& streams,
                                                             ChunkSource& source) {
    const auto& layout = source.layout();
    std::vector<ChunkPlace> sampled;
    for (const auto s : streams) {
        const SampleChoice chosen(layout, s);
        for (std::uint64_t chunk = 0; chunk < layout.streams[s].chunks(); ++chunk) {
            if (chosen.has_any(chunk)) sampled.push_back({s, chunk});
        }
    }
    std::vector<std::vector<SampledPart>> parts(layout.streams.size());
    STEPVAULT_TRY(source.for_each_of<SampleSlot>(
        sampled, [&](ChunkPlace at, SampleSlot& slot) { return sample_chunk(layout, at, source, slot); },
        [&](ChunkPlace at, SampleSlot::Outcome& outcome) -> Status {
            std::ranges::move(outcome.parts, std::back_inserter(parts[at.stream]));
            return {};
        }));
    return parts;
}

}  // namespace stepvault
