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

/// The tensors of one parameter's state, by the last part of their names.
using Siblings = std::map<std::string_view, std::uint32_t>;

class MomentFinder {
 public:
    MomentFinder(const OpenCheckpoint& checkpoint, StepLayout& layout, std::vector<std::string>& groups)
        : checkpoint_(checkpoint), layout_(layout), groups_(groups) {}

    Status find() {
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
            if (std::ranges::find(names, last) == names.end()) continue;
            states[{payload.file, name.substr(0, dot)}].emplace(last, tensor.payload);
        }
        return states;
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
        if (!codes || !scale || !table) return {};
        keep_exact(*scale);
        keep_exact(*table);
        return set_moment(*codes, layout_.payloads[*codes].role, table);
    }

    Status set_moment(std::uint32_t payload, Role role, std::optional<std::uint32_t> table) {
        auto& p = layout_.payloads[payload];
        p.role = role;
        if (p.dtype != DType::u8 || !table) return {};
        const bool has_sign = role != Role::second_moment;
        STEPVAULT_ASSIGN(
            known, holds(layout_.payloads[*table], has_sign ? signed_dynamic_map : unsigned_dynamic_map));
        if (known) p.dtype = has_sign ? DType::signed_dynamic8 : DType::unsigned_dynamic8;
        return {};
    }

    Result<bool> holds(const StoredPayload& p, const DynamicMap& map) const {
        std::array<float, 256> table{};
        if (p.dtype != DType::f32 || p.length != sizeof(table)) return false;
        STEPVAULT_TRY(
            checkpoint_.files[p.file].file.read_exact(p.offset, std::as_writable_bytes(std::span(table))));
        return map.matches(table);
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
};

}  // namespace

Status find_paired_moments(const OpenCheckpoint& checkpoint, StepLayout& layout,
                           std::vector<std::string>& groups) {
    return MomentFinder(checkpoint, layout, groups).find();
}

}  // namespace stepvault
