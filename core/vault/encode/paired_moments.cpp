#include "vault/encode/paired_moments.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "codec/dynamic_map.h"

namespace stepvault {

namespace {

constexpr std::uint64_t table_bytes = 256 * sizeof(float);

/// The tensors of one parameter's state, by the last part of their names.
using Siblings = std::map<std::string_view, std::uint32_t>;

class MomentFinder {
 public:
    MomentFinder(const OpenCheckpoint& checkpoint, StepLayout& layout, std::vector<std::string>& groups)
        : checkpoint_(checkpoint), layout_(layout), groups_(groups) {}

    Status find() {
        count_tensors();
        for (const auto& [place, siblings] : states()) {
            STEPVAULT_TRY(find_in_bitsandbytes(siblings));
            STEPVAULT_TRY(find_in_torchao(siblings));
        }
        return {};
    }

 private:
    /// By file and the name that the siblings share.
    [[nodiscard]] std::map<std::pair<std::uint32_t, std::string_view>, Siblings> states() const {
        static constexpr std::array<std::string_view, 7> names{"state1", "state2", "qmap1", "qmap2",
                                                               "codes",  "qmap",   "scale"};
        std::map<std::pair<std::uint32_t, std::string_view>, Siblings> states;
        for (const auto& tensor : layout_.tensors) {
            const auto& payload = layout_.payloads[tensor.payload];
            const std::string_view name = tensor.name;
            const auto dot = name.rfind('.');
            if (!payload.optimizer || dot == std::string_view::npos) continue;
            const auto last = name.substr(dot + 1);
            if (std::ranges::find(names, last) == names.end() || !is_alone(tensor)) continue;
            states[{payload.file, name.substr(0, dot)}].emplace(last, tensor.payload);
        }
        return states;
    }

    void count_tensors() {
        tensors_.resize(layout_.payloads.size());
        for (const auto& tensor : layout_.tensors)
            ++tensors_[tensor.payload];
    }
    /// True if the tensor is all of its payload, and no other tensor is in it; tables may be shared.
    [[nodiscard]] bool is_alone(const StoredTensor& tensor) const {
        const auto& payload = layout_.payloads[tensor.payload];
        std::uint64_t elements = 1;
        for (const auto extent : tensor.shape)
            elements *= extent;
        const bool is_whole = tensor.dtype == payload.dtype && elements == payload.count();
        return is_whole && (tensors_[tensor.payload] == 1 || payload.length == table_bytes);
    }

    Status find_in_bitsandbytes(const Siblings& siblings) {
        const auto first = at(siblings, "state1");
        const auto second = at(siblings, "state2");
        if (!first || !second) return {};
        groups_[*first] = "state1";
        groups_[*second] = "state2";
        STEPVAULT_TRY(set_moment(*first, Role::first_moment, at(siblings, "qmap1")));
        STEPVAULT_TRY(set_moment(*second, Role::second_moment, at(siblings, "qmap2")));
        return {};
    }

    Status find_in_torchao(const Siblings& siblings) {
        const auto codes = at(siblings, "codes");
        const auto scale = at(siblings, "scale");
        const auto table = at(siblings, "qmap");
        if (!codes || !scale) return {};
        keep_exact(*scale);
        if (!table) return {};
        keep_exact(*table);
        return set_moment(*codes, layout_.payloads[*codes].role, table);
    }

    Status set_moment(std::uint32_t payload, Role role, std::optional<std::uint32_t> table) {
        auto& p = layout_.payloads[payload];
        p.role = role;
        if (p.dtype != DType::u8 || !table) return {};
        const bool has_sign = role != Role::second_moment;
        STEPVAULT_ASSIGN(of_table, dtype_by(*table));
        if (of_table != (has_sign ? DType::signed_dynamic8 : DType::unsigned_dynamic8)) return {};
        p.dtype = of_table;
        // Their unit is another one than that of moments in floats.
        groups_[payload] += " codes";
        return {};
    }

    /// The type of codes with this table; u8 for another table.
    Result<DType> dtype_by(std::uint32_t table) {
        const auto [known, added] = dtypes_.try_emplace(table, DType::u8);
        const auto& p = layout_.payloads[table];
        if (!added || p.dtype != DType::f32 || p.length != table_bytes) return known->second;
        std::array<float, 256> values{};
        STEPVAULT_TRY(
            checkpoint_.read_payload(p.file, p.length, p.offset, std::as_writable_bytes(std::span(values))));
        if (signed_dynamic_map.matches(values)) known->second = DType::signed_dynamic8;
        if (unsigned_dynamic_map.matches(values)) known->second = DType::unsigned_dynamic8;
        return known->second;
    }

    void keep_exact(std::uint32_t payload) {
        layout_.payloads[payload].role = Role::other;
        groups_[payload] = "scales";
    }

    static std::optional<std::uint32_t> at(const Siblings& siblings, std::string_view name) {
        const auto found = siblings.find(name);
        return found != siblings.end() ? std::optional(found->second) : std::nullopt;
    }

    const OpenCheckpoint& checkpoint_;
    StepLayout& layout_;
    std::vector<std::string>& groups_;
    std::vector<std::uint32_t> tensors_;     ///< by payload
    std::map<std::uint32_t, DType> dtypes_;  ///< by the payload of a table
};

}  // namespace

Status find_paired_moments(const OpenCheckpoint& checkpoint, StepLayout& layout,
                           std::vector<std::string>& groups) {
    return MomentFinder(checkpoint, layout, groups).find();
}

}  // namespace stepvault
