#include "container/content_counts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace stepvault {

namespace {

constexpr std::array<std::string_view, 5> step_names = {"global_step", "step", "iteration", "iter",
                                                        "optimizer.vars.0"};

/// Keras before 3 names the counter after the optimizer: "optimizer_weights.Adam.iter:0".
bool counts_for_an_optimizer(std::string_view name) {
    return name.starts_with("optimizer_weights.") &&
           (name.ends_with(".iter:0") || name.ends_with(".iteration:0") || name.ends_with(".iteration"));
}

/// Rank of a name among the names of step counters, best first.
std::optional<std::size_t> rank(std::string_view name) {
    const auto* found = std::ranges::find(step_names, name);
    if (found != step_names.end()) return static_cast<std::size_t>(found - step_names.begin());
    return counts_for_an_optimizer(name) ? std::optional(step_names.size()) : std::nullopt;
}

bool is_whole_number(const Payload& payload) {
    switch (payload.dtype) {
        case DType::i64:
        case DType::i32:
        case DType::u64:
        case DType::u32:
            return payload.length == item_size(payload.dtype);
        default:
            return false;
    }
}

Result<std::optional<std::int64_t>> value_of(const File& file, const Payload& payload) {
    std::array<std::byte, 8> bytes{};
    STEPVAULT_TRY(file.read_exact(payload.offset, MutableByteView(bytes).first(payload.length)));
    const auto value = payload.dtype == DType::i32 ? load<std::int32_t>(bytes) : load<std::int64_t>(bytes);
    // Negative values include u64 values beyond the range.
    return value < 0 ? std::nullopt : std::optional(value);
}

}  // namespace

Status read_counts(const File& file, Layout& layout) {
    auto best = step_names.size() + 1;
    for (const auto& payload : layout.payloads) {
        const auto found = rank(payload.name);
        if (!is_whole_number(payload) || (payload.name != "epoch" && (!found || *found >= best))) continue;
        STEPVAULT_ASSIGN(value, value_of(file, payload));
        if (!value) continue;
        (found ? layout.step : layout.epoch) = value;
        if (found) best = *found;
    }
    return {};
}

}  // namespace stepvault
