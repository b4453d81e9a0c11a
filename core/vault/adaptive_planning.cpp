#include "vault/adaptive_planning.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <span>
#include <string>

#include "codec/bucket_statistics.h"
#include "codec/element.h"
#include "codec/lc_table.h"
#include "vault/matrix_rows.h"

namespace stepvault {

namespace {

constexpr std::uint64_t chunks_of_sample = 64;
/// Of payloads that none of those chunks touches.
constexpr std::uint64_t elements_of_rest = 8192;
constexpr double share_of_vectors = 0.25;
constexpr double share_of_first_moments = 0.4;
/// At this error second moments are counted in half octaves; at twice it in whole ones, and so on.
constexpr double error_of_half_octaves = 0.1375;
/// Where `lc` would leave less, as on deltas of few values.
constexpr double least_error = 0.01;

bool has_second_moments(const StepLayout& layout) {
    return std::any_of(layout.payloads.begin(), layout.payloads.end(),
                       [](const StoredPayload& p) { return p.role == Role::second_moment; });
}

/// Streams with one name here get one step size.
std::string planned_together(const StepLayout& layout, std::uint32_t stream) {
    auto group = layout.streams[stream].group;
    if (group.starts_with("embeddings")) group.replace(0, std::string("embeddings").size(), "weights");
    return group;
}

std::vector<float> as_floats(DType dtype, ByteView bytes) {
    std::vector<float> out(bytes.size() / item_size(dtype));
    visit_float(dtype, [&](auto e) { decode_elements<decltype(e)>(bytes.data(), out); });
    return out;
}

/// A sampled part of a payload.
struct SampledPart {
    std::uint32_t payload = 0;
    std::uint64_t first = 0;  ///< element
    std::vector<float> values;
    std::vector<float> base;
    std::vector<float> before;  ///< empty where that is the base
    [[nodiscard]] const std::vector<float>& reference() const { return before.empty() ? base : before; }

    void write(ByteWriter& out) const {
        out.put_varint(payload);
        out.put_varint(first);
        for (const auto* floats : {&values, &base, &before}) {
            out.put_varint(floats->size());
            out.put_bytes(std::as_bytes(std::span(*floats)));
        }
    }
    static SampledPart read(ByteReader& in) {
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
};

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

/// Which chunks of a stream are sampled whole; the others give the beginnings of payloads that those do not
/// touch.
class SampleChoice {
 public:
    SampleChoice(const StepLayout& layout, std::uint32_t stream)
        : layout_(layout),
          stream_(layout.streams[stream]),
          every_(std::max<std::uint64_t>(1, stream_.chunks() / chunks_of_sample)) {}

    [[nodiscard]] bool is_whole(std::uint64_t chunk) const { return chunk % every_ == 0; }
    [[nodiscard]] bool is_wanted(std::uint64_t chunk, std::uint32_t p, std::uint64_t inside) const {
        if (is_whole(chunk)) return true;
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
    const StepLayout& layout_;
    const StoredStream& stream_;
    std::uint64_t every_;
};

Status sample_chunk(const StepLayout& layout, ChunkPlace at, const ChunkSource& source, SampleSlot& slot) {
    const auto& s = layout.streams[at.stream];
    const SampleChoice choice(layout, at.stream);
    STEPVAULT_TRY(source.read_values(at.stream, at.chunk, slot.values));
    STEPVAULT_TRY(source.read_base(at.stream, at.chunk, slot.base));
    slot.before.clear();
    if (!source.before_is_base()) STEPVAULT_TRY(source.read_before(at.stream, at.chunk, slot.before));
    slot.outcome.parts.clear();
    return for_each_part(
        layout, s, s.chunk_first(at.chunk), s.chunk_count(at.chunk),
        [&](auto p, auto inside, auto n, auto place) -> Status {
            if (!choice.is_wanted(at.chunk, p, inside)) return {};
            const auto size = (choice.is_whole(at.chunk) ? n : std::min<std::uint64_t>(n, elements_of_rest)) *
                              item_size(s.dtype);
            const auto floats = [&](const Bytes& bytes) {
                return bytes.empty() ? std::vector<float>()
                                     : as_floats(s.dtype, ByteView(bytes).subspan(place, size));
            };
            slot.outcome.parts.push_back(
                {p, inside, floats(slot.values), floats(slot.base), floats(slot.before)});
            return {};
        });
}

/// The relative error that `lc` would leave on what is sampled, coded against the step before.
double error_of_lc(const std::vector<SampledPart>& parts, const SchemeChoice& choice) {
    BucketStatistics statistics;
    for (const auto& p : parts)
        statistics.merge(delta_statistics(DType::f32, std::as_bytes(std::span(p.values)).data(),
                                          std::as_bytes(std::span(p.reference())).data(), p.values.size()));
    const auto error =
        LcTable::build(statistics, choice.bits, DType::f32, choice.representative).relative_error(statistics);
    return std::max(error, least_error);
}

}  // namespace

AdaptiveTarget adaptive_target(const StepLayout& layout, std::uint32_t stream, double error) {
    const auto& s = layout.streams[stream];
    const auto role = layout.payloads[s.payloads.front()].role;
    AdaptiveTarget target{.error = error, .neutral = has_second_moments(layout)};
    if (role == Role::second_moment) {
        target.kind = Quantizer::Kind::logarithmic;
        target.log_step =
            std::clamp(static_cast<int>(std::floor(std::log2(error / error_of_half_octaves))) - 1, -6, 1);
    } else if (role == Role::first_moment) {
        target.may_scale = true;
        if (target.neutral) target.error *= share_of_first_moments;
    } else if (s.group == "vectors") {
        target.error *= share_of_vectors;
    }
    return target;
}

namespace {

using Groups = std::map<std::string, std::vector<std::uint32_t>>;

/// The model of a group's streams, but for what belongs to each alone. `parts`: of its payloads.
AdaptiveModel plan_group(const StepLayout& layout, const std::vector<std::uint32_t>& streams,
                         const std::vector<SampledPart>& parts, const SchemeChoice& choice) {
    const auto columns = row_lengths(layout);
    std::vector<AdaptivePlanner::Payload> payloads;
    std::map<std::uint32_t, std::size_t> places;
    for (const auto s : streams) {
        for (const auto p : layout.streams[s].payloads) {
            places[p] = payloads.size();
            payloads.push_back({layout.payloads[p].count(), columns[p]});
        }
    }
    const auto& any = layout.payloads[layout.streams[streams.front()].payloads.front()];
    const auto* rule = rule_for(choice.rules, any.role, any.name);
    auto target = adaptive_target(layout, streams.front(), rule != nullptr ? *rule->error : choice.error);
    if (rule != nullptr) target.error = *rule->error;
    if (choice.scheme == "lc") {
        target.error = error_of_lc(parts, choice);
        target.log_step = adaptive_target(layout, streams.front(), target.error).log_step;
    }
    AdaptivePlanner planner(target, std::move(payloads));
    for (const auto& p : parts)
        planner.add(places.at(p.payload), p.first, p.values, p.base, p.reference());
    return planner.plan();
}

std::size_t payloads_of(const StepLayout& layout, const std::vector<std::uint32_t>& streams) {
    std::size_t n = 0;
    for (const auto s : streams)
        n += layout.streams[s].payloads.size();
    return n;
}

void put_model(ByteWriter& out, const AdaptiveModel& model) {
    ByteWriter bytes;
    model.write(bytes);
    out.put_text(as_text(bytes.view()));
    out.put(model.quantizer.dead_zone);
}

Result<AdaptiveModel> get_model(ByteReader& in, std::size_t payloads) {
    const auto bytes = in.get_bytes(in.get_varint());
    ByteReader model_in(bytes);
    STEPVAULT_ASSIGN(model, AdaptiveModel::read(model_in, payloads));
    model.quantizer.dead_zone = in.get<float>();
    return model;
}

/// Each process plans every so many-th group, and tells the others.
Result<std::vector<AdaptiveModel>> plan_groups(const StepLayout& layout, const Groups& groups,
                                               const std::map<std::string, std::vector<SampledPart>>& parts,
                                               const SchemeChoice& choice, Crew* crew) {
    const auto size = crew == nullptr ? 1U : crew->size();
    const auto rank = crew == nullptr ? 0U : crew->rank();
    std::vector<AdaptiveModel> models(groups.size());
    ByteWriter out;
    std::size_t index = 0;
    for (const auto& [name, streams] : groups) {
        if (index % size == rank) {
            models[index] = plan_group(layout, streams, parts.at(name), choice);
            if (crew != nullptr) put_model(out, models[index]);
        }
        ++index;
    }
    if (crew == nullptr) return models;
    STEPVAULT_ASSIGN(all, crew->exchange(out.view()));
    std::vector<ByteReader> readers(all.begin(), all.end());
    index = 0;
    for (const auto& [name, streams] : groups) {
        // Also its own: all go on with the very same.
        STEPVAULT_ASSIGN(model, get_model(readers[index % size], payloads_of(layout, streams)));
        models[index++] = std::move(model);
    }
    return models;
}

}  // namespace

Status plan_adaptive(StepContent& content, ChunkSource& source, const SchemeChoice& choice) {
    const auto& layout = content.layout;
    Groups groups;
    for (std::uint32_t s = 1; s < layout.streams.size(); ++s) {
        if (layout.streams[s].coding == StreamCoding::adaptive)
            groups[planned_together(layout, s)].push_back(s);
    }
    if (groups.empty()) return {};
    std::vector<ChunkPlace> sampled;
    std::vector<std::string> group_of(layout.streams.size());
    std::map<std::string, std::vector<SampledPart>> parts;
    for (const auto& [name, streams] : groups) {
        parts[name];
        for (const auto s : streams) {
            group_of[s] = name;
            const SampleChoice chosen(layout, s);
            for (std::uint64_t chunk = 0; chunk < layout.streams[s].chunks(); ++chunk) {
                if (chosen.has_any(chunk)) sampled.push_back({s, chunk});
            }
        }
    }
    STEPVAULT_TRY(source.for_each_of<SampleSlot>(
        sampled, [&](ChunkPlace at, SampleSlot& slot) { return sample_chunk(layout, at, source, slot); },
        [&](ChunkPlace at, SampleSlot::Outcome& outcome) -> Status {
            std::ranges::move(outcome.parts, std::back_inserter(parts[group_of[at.stream]]));
            return {};
        }));
    STEPVAULT_ASSIGN(models, plan_groups(layout, groups, parts, choice, source.crew()));
    std::size_t index = 0;
    for (const auto& [name, streams] : groups) {
        const auto& plan = models[index++];
        std::size_t first = 0;
        for (const auto s : streams) {
            auto model = plan;
            const auto n = layout.streams[s].payloads.size();
            model.payloads.assign(plan.payloads.begin() + static_cast<std::ptrdiff_t>(first),
                                  plan.payloads.begin() + static_cast<std::ptrdiff_t>(first + n));
            content.streams[s].model = std::make_shared<const AdaptiveModel>(std::move(model));
            first += n;
        }
    }
    return {};
}

std::vector<AdaptiveSegment> adaptive_segments(const StepLayout& layout, std::uint32_t stream,
                                               std::uint64_t chunk, const AdaptiveModel& model) {
    const auto& s = layout.streams[stream];
    std::vector<AdaptiveSegment> segments;
    (void)for_each_part(layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                        [&](auto p, auto inside, auto n, auto) -> Status {
                            const auto place = std::lower_bound(s.payloads.begin(), s.payloads.end(), p) -
                                               s.payloads.begin();
                            segments.push_back({n, &model.payloads[static_cast<std::size_t>(place)], inside});
                            return {};
                        });
    return segments;
}

}  // namespace stepvault
