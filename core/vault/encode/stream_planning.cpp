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

/// How a payload relates to the states that it is compared with.
enum class Likeness : std::uint8_t { ordinary, unchanged, unlike };

/// Sorts the payloads of a checkpoint into streams.
class StreamPlanner {
 public:
    StreamPlanner(const OpenCheckpoint& checkpoint, StreamCoding lossy, const std::vector<CodingRule>& rules)
        : checkpoint_(checkpoint), lossy_(lossy), rules_(rules) {}

    /// All that one process can do without the others.
    Status compare(const ComparedState* parent, const ComparedState* before, Relations relations) {
        for (const auto& file : checkpoint_.files)
            add_file(file, layout_, groups_);
        STEPVAULT_TRY(find_paired_moments(checkpoint_, layout_, groups_));
        if (parent != nullptr) in_parent_.emplace(checkpoint_, layout_, *parent);
        if (before != nullptr) in_newest_.emplace(checkpoint_, layout_, *before);
        if (relations == Relations::found && !checkpoint_.is_parted) {
            STEPVAULT_TRY(find_roundings(checkpoint_, layout_));
            drop_roundings_by_other_rules(layout_, rules_);
        }
        likeness_.assign(layout_.payloads.size(), Likeness::ordinary);
        for (std::uint32_t i = 0; i < layout_.payloads.size(); ++i) {
            if (!is_held(i) || !is_quantized(i) || is_new(i)) continue;
            STEPVAULT_ASSIGN(likeness, likeness_of(i));
            likeness_[i] = likeness;
        }
        return {};
    }

    /// By payload; those of other processes are to be filled in before assign().
    [[nodiscard]] std::vector<Likeness>& likeness() { return likeness_; }
    [[nodiscard]] std::uint32_t holder(std::uint32_t payload) const {
        return checkpoint_.files[layout_.payloads[payload].file].holder;
    }

    void assign() {
        layout_.streams.push_back(skeleton());
        std::map<std::tuple<StreamCoding, DType, std::string, std::uint32_t>, std::uint32_t> streams;
        for (std::uint32_t i = 0; i < layout_.payloads.size(); ++i) {
            auto& p = layout_.payloads[i];
            const auto [coding, group] = place_of(i);
            const auto [at, added] = streams.try_emplace({coding, p.dtype, group, holder(i)},
                                                         static_cast<std::uint32_t>(layout_.streams.size()));
            if (added)
                layout_.streams.push_back(
                    {.coding = coding, .dtype = p.dtype, .group = group, .chunk_elements = payload_chunk});
            p.stream = at->second;
        }
    }

    [[nodiscard]] StepLayout& layout() { return layout_; }

 private:
    [[nodiscard]] Earlier* newest() {
        return in_newest_ ? &*in_newest_ : in_parent_ ? &*in_parent_ : nullptr;
    }
    [[nodiscard]] Earlier* nearest() {
        return in_parent_ ? &*in_parent_ : in_newest_ ? &*in_newest_ : nullptr;
    }
    [[nodiscard]] bool is_held(std::uint32_t i) const {
        return !checkpoint_.files[layout_.payloads[i].file].is_elsewhere;
    }
    [[nodiscard]] bool is_quantizable(std::uint32_t i) const {
        const auto& p = layout_.payloads[i];
        return p.rounds == StoredPayload::itself && is_lossy_float(p.dtype) && is_lossy_role(p.role) &&
               p.count() >= fewest_lossy_elements;
    }
    [[nodiscard]] bool is_new(std::uint32_t i) {
        return is_lossy(lossy_) && newest() != nullptr &&
               (nearest()->counterparts[i] == LayoutMap::none ||
                newest()->counterparts[i] == LayoutMap::none);
    }
    /// Moments that appear after the first step are coded like those of a base.
    [[nodiscard]] bool is_new_moment(std::uint32_t i) {
        return is_new(i) && lossy_ == StreamCoding::adaptive && is_moment(layout_.payloads[i].role);
    }
    [[nodiscard]] const CodingRule* rule(std::uint32_t i) const {
        return rule_for(rules_, layout_.payloads[i].role, layout_.payloads[i].name);
    }
    [[nodiscard]] bool stays_exact(std::uint32_t i) {
        const auto* own = rule(i);
        return !is_quantizable(i) || (is_new(i) && !is_new_moment(i)) || (own != nullptr && !own->error);
    }
    [[nodiscard]] bool is_quantized(std::uint32_t i) {
        return !stays_exact(i) && newest() != nullptr && is_lossy(lossy_);
    }

    Result<Likeness> likeness_of(std::uint32_t i) {
        const auto& p = layout_.payloads[i];
        STEPVAULT_ASSIGN(unchanged, nearest()->payloads.has(p, nearest()->counterparts[i]));
        if (unchanged) return Likeness::unchanged;
        // Moments need not stay near their earlier values.
        if (p.role != Role::weight && p.role != Role::embedding) return Likeness::ordinary;
        STEPVAULT_ASSIGN(differs, newest()->payloads.is_unlike(p, newest()->counterparts[i]));
        return differs ? Likeness::unlike : Likeness::ordinary;
    }

    std::pair<StreamCoding, std::string> place_of(std::uint32_t i) {
        if (likeness_[i] != Likeness::ordinary)
            return {StreamCoding::exact, likeness_[i] == Likeness::unchanged ? "unchanged" : "unlike"};
        const bool is_rounding = layout_.payloads[i].rounds != StoredPayload::itself;
        const auto* own = rule(i);
        std::string group = is_rounding      ? "rounded"
                            : stays_exact(i) ? "exact"
                            : own != nullptr ? groups_[i] + ", " + own->text()
                                             : groups_[i];
        if (is_new_moment(i)) group.insert(0, "new ");
        return {stays_exact(i) || newest() == nullptr ? StreamCoding::exact : lossy_, group};
    }

    const OpenCheckpoint& checkpoint_;
    StreamCoding lossy_;
    const std::vector<CodingRule>& rules_;
    StepLayout layout_;
    std::vector<std::string> groups_;  ///< by payload
    std::optional<Earlier> in_parent_;
    std::optional<Earlier> in_newest_;
    std::vector<Likeness> likeness_;  ///< by payload
};

/// Gives all processes what each has found about the payloads that it holds, or the error of one of them.
/// `values`: by payload.
template <class T, class Holder>
Status exchange(Communicator& group, const Status& found, std::vector<T>& values, Holder holder) {
    ByteWriter message;
    put_status(message, found);
    for (std::uint32_t i = 0; found && i < values.size(); ++i) {
        if (holder(i) == group.rank()) message.put(values[i]);
    }
    STEPVAULT_ASSIGN(messages, group.all_gather(message.view()));
    std::vector<ByteReader> readers;
    for (const auto& told : messages) {
        readers.emplace_back(told);
        STEPVAULT_TRY(get_status(readers.back()));
    }
    for (std::uint32_t i = 0; i < values.size(); ++i) {
        values[i] = readers[holder(i)].template get<T>();
        if (!readers[holder(i)].ok()) return unreadable_message();
    }
    return {};
}

Result<StepLayout> plan_tensors(const OpenCheckpoint& checkpoint, const ComparedState* parent,
                                const ComparedState* before, StreamCoding lossy,
                                const std::vector<CodingRule>& rules, Communicator& group,
                                Relations relations) {
    StreamPlanner planner(checkpoint, lossy, rules);
    auto& layout = planner.layout();
    auto compared = planner.compare(parent, before, relations);
    const bool is_told = checkpoint.is_parted && relations == Relations::found;
    const bool has_copies = !checkpoint.is_parted || relations == Relations::found;
    const auto holder = [&](std::uint32_t payload) { return planner.holder(payload); };
    if (is_told) compared = exchange(group, compared, planner.likeness(), holder);
    STEPVAULT_TRY(compared);
    planner.assign();
    if (has_copies) {
        auto found = find_copies(checkpoint, layout);
        if (is_told) {
            std::vector<std::uint32_t> originals;
            for (const auto& payload : layout.payloads)
                originals.push_back(payload.same_as);
            found = exchange(group, found, originals, holder);
            for (std::uint32_t i = 0; found && i < originals.size(); ++i)
                layout.payloads[i].same_as = originals[i];
        }
        STEPVAULT_TRY(found);
    }
    STEPVAULT_TRY(layout.complete());
    return std::move(layout);
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
                                const std::vector<CodingRule>& rules, Communicator& group,
                                Relations relations) {
    STEPVAULT_ASSIGN(layout, plan_tensors(checkpoint, parent, before, lossy, rules, group, relations));
    if (layout.weight() <= heaviest_layout) return std::move(layout);
    if (checkpoint.is_parted) {  // no process has all of its bytes
        return Error{ErrorCode::limit,
                     checkpoint.candidate.path.native() + " has more tensors than a step file can describe"};
    }
    STEPVAULT_ASSIGN(raw, plan_raw(checkpoint));
    if (raw.weight() <= heaviest_layout) return std::move(raw);
    return Error{ErrorCode::limit,
                 checkpoint.candidate.path.native() + " has more files than a step file can describe"};
}

bool is_lossy_role(Role role) {
    return role == Role::weight || role == Role::embedding || is_moment(role);
}

std::vector<bool> headline_payloads(const StepLayout& layout) {
    std::vector<bool> own;
    std::vector<bool> partitioned;
    for (const auto& p : layout.payloads) {
        const bool is_float = is_lossy_float(p.dtype);
        own.push_back(is_float && !p.optimizer && p.role != Role::counter && p.role != Role::other);
        partitioned.push_back(is_float && p.optimizer &&
                              (p.role == Role::weight || p.role == Role::embedding));
    }
    return std::ranges::find(own, true) != own.end() ? own : partitioned;
}

}  // namespace stepvault
