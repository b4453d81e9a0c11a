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

/// The largest growth of an optimizer's counter: parts of a model may be frozen. Only the counters in one
/// chunk are read.
Result<double> growth_of_counters(const StepLayout& layout, const ChunkSource& source,
                                  const ParentState& parent) {
    const auto any = std::ranges::find_if(layout.payloads, is_step_counter);
    if (any == layout.payloads.end()) return 0.0;
    const auto& stream = layout.streams[any->stream];
    const auto chunk = any->first / stream.chunk_elements;
    Bytes values;
    Bytes before;
    STEPVAULT_TRY(source.read_values(any->stream, chunk, values));
    STEPVAULT_TRY(source.before_is_base() ? source.read_base(any->stream, chunk, before)
                                          : source.read_before(any->stream, chunk, before));
    double most = 0;
    STEPVAULT_TRY(for_each_part(layout, stream, stream.chunk_first(chunk), stream.chunk_count(chunk),
                                [&](auto p, auto, auto, auto at) -> Status {
                                    if (!is_step_counter(layout.payloads[p]) || !parent.knows(p)) return {};
                                    most =
                                        std::max(most, std::abs(count_at(stream.dtype, values.data() + at) -
                                                                count_at(stream.dtype, before.data() + at)));
                                    return {};
                                }));
    return most;
}

}  // namespace

Result<std::uint64_t> interval_of(const StepContent& content, const ChunkSource& source,
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
