#include "vault/adaptive_planning.h"

#include <algorithm>
#include <cmath>
#include <map>

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
    std::size_t place = 0;    ///< of the payload in the group
    std::uint64_t first = 0;  ///< element
    std::vector<float> values;
    std::vector<float> base;
    std::vector<float> before;  ///< empty where that is the base
    [[nodiscard]] const std::vector<float>& reference() const { return before.empty() ? base : before; }
};

/// Adds what is sampled of a stream whose first payload has place `first` in its group.
Status sample_stream(const StepLayout& layout, std::uint32_t stream, const ChunkSource& source,
                     std::size_t first, std::vector<SampledPart>& out) {
    const auto& s = layout.streams[stream];
    const auto every = std::max<std::uint64_t>(1, s.chunks() / chunks_of_sample);
    Bytes values;
    Bytes base;
    Bytes before;
    for (std::uint64_t chunk = 0; chunk < s.chunks(); ++chunk) {
        const bool whole = chunk % every == 0;
        // A payload that no sampled chunk touches gives its beginning.
        std::vector<std::uint32_t> wanted;
        STEPVAULT_TRY(for_each_part(layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                                    [&](auto p, auto inside, auto, auto) -> Status {
                                        const auto& payload = layout.payloads[p];
                                        const auto last =
                                            (payload.first + payload.count() - 1) / s.chunk_elements;
                                        const bool touched = (chunk + every - 1) / every * every <= last;
                                        if (whole || (inside == 0 && !touched)) wanted.push_back(p);
                                        return {};
                                    }));
        if (wanted.empty()) continue;
        STEPVAULT_TRY(source.read_values(stream, chunk, values));
        STEPVAULT_TRY(source.read_base(stream, chunk, base));
        if (!source.before_is_base()) STEPVAULT_TRY(source.read_before(stream, chunk, before));
        STEPVAULT_TRY(for_each_part(
            layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
            [&](auto p, auto inside, auto n, auto at) -> Status {
                if (std::find(wanted.begin(), wanted.end(), p) == wanted.end()) return {};
                const auto size =
                    (whole ? n : std::min<std::uint64_t>(n, elements_of_rest)) * item_size(s.dtype);
                const auto place =
                    std::lower_bound(s.payloads.begin(), s.payloads.end(), p) - s.payloads.begin();
                const auto floats = [&](const Bytes& bytes) {
                    return bytes.empty() ? std::vector<float>()
                                         : as_floats(s.dtype, ByteView(bytes).subspan(at, size));
                };
                out.push_back({first + static_cast<std::size_t>(place), inside, floats(values), floats(base),
                               floats(before)});
                return {};
            }));
    }
    return {};
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

Status plan_adaptive(StepContent& content, const ChunkSource& source, const SchemeChoice& choice) {
    const auto& layout = content.layout;
    const auto columns = row_lengths(layout);
    std::map<std::string, std::vector<std::uint32_t>> groups;
    for (std::uint32_t s = 1; s < layout.streams.size(); ++s) {
        if (layout.streams[s].coding == StreamCoding::adaptive)
            groups[planned_together(layout, s)].push_back(s);
    }
    for (const auto& [name, streams] : groups) {
        std::vector<AdaptivePlanner::Payload> payloads;
        std::vector<SampledPart> parts;
        for (const auto s : streams) {
            STEPVAULT_TRY(sample_stream(layout, s, source, payloads.size(), parts));
            for (const auto p : layout.streams[s].payloads)
                payloads.push_back({layout.payloads[p].count(), columns[p]});
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
            planner.add(p.place, p.first, p.values, p.base, p.reference());
        const auto plan = planner.plan();
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
