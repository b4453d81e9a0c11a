#include "vault/encode/stream_planning.h"

#include <map>
#include <optional>
#include <tuple>

#include "container/tensor_role.h"
#include "vault/chain/layout_map.h"
#include "vault/encode/identical_payloads.h"
#include "vault/encode/paired_moments.h"
#include "vault/encode/rounded_payloads.h"

namespace stepvault {

namespace {

constexpr std::uint32_t skeleton_chunk = 1U << 20;  // bytes
constexpr std::uint32_t payload_chunk = 1U << 16;   // elements
/// Below this many elements quantizing saves nothing, and a lone scalar would spoil its group's buckets.
constexpr std::uint64_t fewest_lossy_elements = 16;

bool is_moment(Role role) {
    return role == Role::first_moment || role == Role::second_moment;
}

/// A state that the new state is compared with.
struct Earlier {
    Earlier(const OpenCheckpoint& checkpoint, const StepLayout& layout, const ComparedState& state)
        : counterparts(
              match_payloads(layout.files, layout.payloads, state.layout->files, state.layout->payloads)),
          payloads(checkpoint, state) {}

    std::vector<std::uint32_t> counterparts;  ///< by payload of the new state
    DuplicateFinder payloads;
};

void add_file(const OpenCheckpoint::OpenFile& file, StepLayout& out, std::vector<std::string>& groups) {
    const auto index = static_cast<std::uint32_t>(out.files.size());
    const auto first_payload = static_cast<std::uint32_t>(out.payloads.size());
    out.files.push_back({file.relative, file.layout.file_size, file.layout.format, file.layout.note});
    std::vector<const TensorView*> first(file.layout.payloads.size(), nullptr);
    for (const auto& t : file.layout.tensors) {
        if (first[t.payload] == nullptr) first[t.payload] = &t;
    }
    for (std::uint32_t i = 0; i < file.layout.payloads.size(); ++i) {
        const auto& p = file.layout.payloads[i];
        const auto kind =
            tensor_kind(file.relative, p.name, first[i] != nullptr ? first[i]->shape.size() : 1, p.dtype);
        out.payloads.push_back({.file = index,
                                .offset = p.offset,
                                .length = p.length,
                                .dtype = p.dtype,
                                .role = kind.role,
                                .optimizer = kind.optimizer,
                                .name = p.name});
        groups.push_back(kind.group);
    }
    for (const auto& t : file.layout.tensors) {
        out.tensors.push_back({first_payload + t.payload, t.name, t.dtype, t.offset, t.shape, t.stride});
    }
    for (const auto& c : file.layout.derived)
        out.crcs.push_back({index, c.offset, c.begin, c.length, true});
}

StoredStream skeleton() {
    return {
        .coding = StreamCoding::bytes, .dtype = DType::opaque, .group = {}, .chunk_elements = skeleton_chunk};
}

/// A rounding has the error of its master, so an exception for one of them alone parts them.
void drop_roundings_by_other_rules(StepLayout& layout, const std::vector<CodingRule>& rules) {
    for (auto& p : layout.payloads) {
        if (p.rounds == StoredPayload::itself) continue;
        const auto& master = layout.payloads[p.rounds];
        if (rule_for(rules, p.role, p.name) != rule_for(rules, master.role, master.name))
            p.rounds = StoredPayload::itself;
    }
}

Result<StepLayout> plan_tensors(const OpenCheckpoint& checkpoint, const ComparedState* parent,
                                const ComparedState* before, StreamCoding lossy,
                                const std::vector<CodingRule>& rules, Roundings roundings) {
    StepLayout layout;
    std::vector<std::string> groups;
    for (const auto& file : checkpoint.files)
        add_file(file, layout, groups);
    STEPVAULT_TRY(find_paired_moments(checkpoint, layout, groups));

    std::optional<Earlier> in_parent;
    std::optional<Earlier> in_newest;
    if (parent != nullptr) in_parent.emplace(checkpoint, layout, *parent);
    if (before != nullptr) in_newest.emplace(checkpoint, layout, *before);
    auto& newest = in_newest ? in_newest : in_parent;
    auto& nearest = in_parent ? in_parent : in_newest;

    if (roundings == Roundings::found) {
        STEPVAULT_TRY(find_roundings(checkpoint, layout));
        drop_roundings_by_other_rules(layout, rules);
    }
    layout.streams.push_back(skeleton());
    std::map<std::tuple<StreamCoding, DType, std::string>, std::uint32_t> streams;
    for (std::size_t i = 0; i < layout.payloads.size(); ++i) {
        auto& p = layout.payloads[i];
        const bool is_rounding = p.rounds != StoredPayload::itself;
        const bool quantizable = !is_rounding && is_lossy_float(p.dtype) && is_lossy_role(p.role) &&
                                 p.count() >= fewest_lossy_elements;
        const auto* rule = rule_for(rules, p.role, p.name);
        const bool is_new =
            is_lossy(lossy) && newest &&
            (nearest->counterparts[i] == LayoutMap::none || newest->counterparts[i] == LayoutMap::none);
        // Moments that appear after the first step are coded like those of a base.
        const bool is_new_moment = is_new && lossy == StreamCoding::adaptive && is_moment(p.role);
        const bool stays_exact =
            !quantizable || (is_new && !is_new_moment) || (rule != nullptr && !rule->error);
        auto coding = stays_exact || !newest ? StreamCoding::exact : lossy;
        std::string group = is_rounding       ? "rounded"
                            : stays_exact     ? "exact"
                            : rule != nullptr ? groups[i] + ", " + rule->text()
                                              : groups[i];
        if (is_new_moment) group.insert(0, "new ");
        if (is_lossy(coding) && !is_new) {
            STEPVAULT_ASSIGN(unchanged, nearest->payloads.has(p, nearest->counterparts[i]));
            // Moments need not stay near their earlier values.
            bool is_unlike = false;
            if (!unchanged && (p.role == Role::weight || p.role == Role::embedding)) {
                STEPVAULT_ASSIGN(differs, newest->payloads.is_unlike(p, newest->counterparts[i]));
                is_unlike = differs;
            }
            if (unchanged || is_unlike) {
                coding = StreamCoding::exact;
                group = unchanged ? "unchanged" : "unlike";
            }
        }
        const auto [at, added] =
            streams.try_emplace({coding, p.dtype, group}, static_cast<std::uint32_t>(layout.streams.size()));
        if (added)
            layout.streams.push_back(
                {.coding = coding, .dtype = p.dtype, .group = group, .chunk_elements = payload_chunk});
        p.stream = at->second;
    }
    STEPVAULT_TRY(find_copies(checkpoint, layout));
    STEPVAULT_TRY(layout.complete());
    return layout;
}

/// Lays out every file as raw bytes.
Result<StepLayout> plan_raw(const OpenCheckpoint& checkpoint) {
    StepLayout layout;
    for (const auto& f : checkpoint.files) {
        layout.files.push_back({.path = f.relative, .size = f.layout.file_size, .format = "raw", .note = {}});
    }
    layout.files.front().note = "there are more tensors in the checkpoint than a step file can describe";
    layout.streams.push_back(skeleton());
    STEPVAULT_TRY(layout.complete());
    return layout;
}

}  // namespace

Result<StepLayout> plan_streams(const OpenCheckpoint& checkpoint, const ComparedState* parent,
                                const ComparedState* before, StreamCoding lossy,
                                const std::vector<CodingRule>& rules, Roundings roundings) {
    STEPVAULT_ASSIGN(layout, plan_tensors(checkpoint, parent, before, lossy, rules, roundings));
    if (layout.weight() <= heaviest_layout) return std::move(layout);
    STEPVAULT_ASSIGN(raw, plan_raw(checkpoint));
    if (raw.weight() <= heaviest_layout) return std::move(raw);
    return Error{ErrorCode::limit,
                 checkpoint.candidate.path.native() + " has more files than a step file can describe"};
}

bool is_lossy_role(Role role) {
    return role == Role::weight || role == Role::embedding || is_moment(role);
}

bool counts_for_headline(const StoredPayload& p) {
    return is_lossy_float(p.dtype) && !p.optimizer && p.role != Role::counter && p.role != Role::other;
}

}  // namespace stepvault
