#include "vault/encode/interval_length.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace stepvault {

namespace {

template <class T>
double read_as(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return static_cast<double>(value);
}

/// 0 for a type that no framework counts in.
double count_at(DType dtype, const std::byte* at) {
    switch (dtype) {
        case DType::f32:
            return read_as<float>(at);
        case DType::f64:
            return read_as<double>(at);
        case DType::i32:
            return read_as<std::int32_t>(at);
        case DType::i64:
            return read_as<std::int64_t>(at);
        default:
            return 0;
    }
}

bool is_step_counter(const StoredPayload& p) {
    return p.optimizer && p.role == Role::counter && p.same_as == StoredPayload::itself;
}

struct CounterSlot {
    Bytes values;
    Bytes before;
    struct Outcome {
        double growth = 0;
        void write(ByteWriter& out) const { out.put(growth); }
        static Outcome read(ByteReader& in) { return {in.get<double>()}; }
    } outcome;
};

/// The largest growth of an optimizer's counter: parts of a model may be frozen. Only the counters in one
/// chunk are read.
Result<double> growth_of_counters(const StepLayout& layout, ChunkSource& source, const ParentState& parent) {
    const auto any = std::ranges::find_if(layout.payloads, is_step_counter);
    if (any == layout.payloads.end()) return 0.0;
    const auto& stream = layout.streams[any->stream];
    const auto chunk = any->first / stream.chunk_elements;
    double most = 0;
    const auto read = [&](ChunkPlace at, CounterSlot& slot) -> Status {
        STEPVAULT_TRY(source.read_values(at.stream, at.chunk, slot.values));
        STEPVAULT_TRY(source.before_is_base() ? source.read_base(at.stream, at.chunk, slot.before)
                                              : source.read_before(at.stream, at.chunk, slot.before));
        slot.outcome = {};
        return for_each_part(layout, stream, stream.chunk_first(chunk), stream.chunk_count(chunk),
                             [&](auto p, auto, auto, auto place) -> Status {
                                 if (!is_step_counter(layout.payloads[p]) || !parent.knows(p)) return {};
                                 const auto growth =
                                     std::abs(count_at(stream.dtype, slot.values.data() + place) -
                                              count_at(stream.dtype, slot.before.data() + place));
                                 slot.outcome.growth = std::max(slot.outcome.growth, growth);
                                 return {};
                             });
    };
    STEPVAULT_TRY(source.for_each_of<CounterSlot>({{any->stream, chunk}}, read,
                                                  [&](ChunkPlace, CounterSlot::Outcome& outcome) -> Status {
                                                      most = std::max(most, outcome.growth);
                                                      return {};
                                                  }));
    return most;
}

}  // namespace

Result<std::uint64_t> interval_of(const StepContent& content, ChunkSource& source,
                                  const ParentState& parent) {
    constexpr double longest = 1e15;
    const auto before = parent.step_before();
    const bool is_exact_base = content.meta.parent.empty() && content.meta.scheme == Scheme::exact;
    if (!before || is_exact_base) return std::uint64_t{0};
    STEPVAULT_ASSIGN(counted, growth_of_counters(content.layout, source, parent));
    if (counted >= 1 && counted < longest) return static_cast<std::uint64_t>(std::llround(counted));
    const auto steps = std::abs(static_cast<double>(content.meta.step) - static_cast<double>(*before));
    return static_cast<std::uint64_t>(std::llround(std::clamp(steps, 1.0, longest)));
}

}  // namespace stepvault
