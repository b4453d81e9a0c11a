#include "vault/encode/adaptive_planning.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <string>

#include "codec/bucket_statistics.h"
#include "codec/lc_table.h"
#include "vault/encode/adaptive_sample.h"
#include "vault/format/matrix_rows.h"

namespace stepvault {

namespace {

constexpr double share_of_vectors = 0.25;
constexpr double least_share_of_first_moments = 0.4;
/// At an interval of one step; times the root of the interval.
constexpr double share_of_first_moments = 0.48;
/// Beyond it training goes on measurably worse, for few bits less.
constexpr double largest_error_of_first_moments = 0.5;
/// The limit for dynamic codes, whose error counts relative to the largest value of a block.
constexpr double largest_error_of_codes = 0.7;
/// At this error second moments are quantized in half octaves, at twice this error in whole octaves, which
/// are the coarsest levels; a larger error widens their dead zone.
constexpr double error_of_half_octaves = 0.1375;
/// The step is planned on a sample; the limit of a base's error holds for all.
constexpr double share_of_sample = 0.95;
constexpr double dead_zone_of_error = 2.4;  ///< in levels
constexpr double smallest_dead_zone = 0.55;
/// Beyond it training goes on measurably worse.
constexpr double largest_dead_zone = 1.5;
/// Lower limit of the target error, for deltas of few values, on which `lc` leaves less.
constexpr double least_error = 0.01;

bool has_second_moments(const StepLayout& layout) {
    return std::any_of(layout.payloads.begin(), layout.payloads.end(),
                       [](const StoredPayload& p) { return p.role == Role::second_moment; });
}

/// Streams for which this function returns the same name share one step size.
std::string planned_together(const StepLayout& layout, std::uint32_t stream) {
    auto group = layout.streams[stream].group;
    if (group.starts_with("embeddings")) group.replace(0, std::string("embeddings").size(), "weights");
    return group;
}

/// The relative error that `lc` would leave on the sample, coded against the step before.
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

AdaptiveTarget adaptive_target(const StepLayout& layout, std::uint32_t stream, double error,
                               std::uint64_t interval) {
    const auto& s = layout.streams[stream];
    const auto role = layout.payloads[s.payloads.front()].role;
    AdaptiveTarget target{.error = error, .may_gain = role != Role::first_moment};
    if (role == Role::second_moment) {
        target.kind = Quantizer::Kind::logarithmic;
        target.log_step =
            std::clamp(static_cast<int>(std::floor(std::log2(error / error_of_half_octaves))) - 1, -6, 0);
        target.dead_zone = std::clamp(dead_zone_of_error * error, smallest_dead_zone, largest_dead_zone);
    } else if (role == Role::first_moment) {
        target.may_scale = true;
        if (has_second_moments(layout)) {
            const auto share = share_of_first_moments * std::sqrt(static_cast<double>(interval));
            target.error = std::min(
                error * std::max(least_share_of_first_moments, share),
                s.dtype == DType::signed_dynamic8 ? largest_error_of_codes : largest_error_of_first_moments);
        }
    } else if (s.group == "vectors") {
        target.error *= share_of_vectors;
    }
    return target;
}

AdaptiveTarget target_of_base(const StepLayout& layout, std::uint32_t stream, double error,
                              std::uint64_t interval) {
    auto target = adaptive_target(layout, stream, error, interval);
    const auto role = layout.payloads[layout.streams[stream].payloads.front()].role;
    target.may_gain = false;
    // A base is coded against zero bytes, which are no zeros among signed codes: a scale of 0 takes them out.
    target.may_scale = layout.streams[stream].dtype == DType::signed_dynamic8;
    if (role == Role::weight || role == Role::embedding)
        target.error *= share_of_sample * std::min(1.0, error_of_base / error);
    return target;
}

namespace {

/// Makes the planner of a group of streams and gives it the group's samples, `parts`. The planner's payloads
/// are those of `streams`, in order.
AdaptivePlanner planner_of(const StepLayout& layout, const std::vector<std::uint32_t>& streams,
                           const std::vector<SampledPart>& parts, const SchemeChoice& choice,
                           const StepMeta& meta) {
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
    const double error = choice.scheme == Scheme::lc ? error_of_lc(parts, choice)
                         : rule != nullptr           ? *rule->error
                                                     : choice.error;
    const bool is_base = meta.parent.empty();
    auto target = is_base ? target_of_base(layout, streams.front(), error, meta.interval)
                          : adaptive_target(layout, streams.front(), error, meta.interval);
    // The error of a rule, and the error that `lc` would leave, are no targets of the whole checkpoint.
    if (rule != nullptr || choice.scheme == Scheme::lc)
        target.error = is_base ? std::min(error, target.error) : error;
    AdaptivePlanner planner(target, std::move(payloads));
    for (const auto& p : parts)
        planner.add(places.at(p.payload), p.first, p.values, p.base, p.reference());
    return planner;
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

/// Runs the stages of planning for all groups. In a process group each process does a part of every stage and
/// shares its results, so that all processes continue with the same data.
class GroupPlanning {
 public:
    GroupPlanning(std::vector<AdaptivePlanner> planners, std::vector<std::size_t> payloads,
                  Communicator& communicator, ThreadPool& pool)
        : planners_(std::move(planners)),
          payloads_(std::move(payloads)),
          communicator_(communicator),
          pool_(pool) {}

    Result<std::vector<AdaptiveModel>> run() {
        STEPVAULT_ASSIGN(begun, by_group([&](std::size_t g) { return planners_[g].begin(); }));
        STEPVAULT_ASSIGN(plans, plan_payloads(begun));
        return by_group(
            [&](std::size_t g) { return planners_[g].finish(std::move(begun[g]), std::move(plans[g])); });
    }

 private:
    struct Task {
        std::size_t group;
        std::size_t payload;
        std::size_t rank;
    };

    [[nodiscard]] std::size_t size() const { return communicator_.size(); }
    [[nodiscard]] std::size_t rank() const { return communicator_.rank(); }

    Result<std::vector<AdaptiveModel>> by_group(const std::function<AdaptiveModel(std::size_t)>& work) {
        std::vector<AdaptiveModel> models(planners_.size());
        ByteWriter out;
        for (std::size_t g = rank(); g < planners_.size(); g += size()) {
            models[g] = work(g);
            if (!communicator_.is_alone()) put_model(out, models[g]);
        }
        if (communicator_.is_alone()) return models;
        STEPVAULT_ASSIGN(all, communicator_.all_gather(out.view()));
        std::vector<ByteReader> readers(all.begin(), all.end());
        for (std::size_t g = 0; g < planners_.size(); ++g) {
            // A process also decodes its own models, so that all processes continue with identical ones.
            STEPVAULT_ASSIGN(model, get_model(readers[g % size()], payloads_[g]));
            models[g] = std::move(model);
        }
        return models;
    }

    /// Assigns payloads to processes: largest sample first, each to the process with the least load so far.
    [[nodiscard]] std::vector<Task> tasks() const {
        std::vector<Task> tasks;
        for (std::size_t g = 0; g < planners_.size(); ++g) {
            for (std::size_t p = 0; p < payloads_[g]; ++p)
                tasks.push_back({g, p, 0});
        }
        const auto sampled = [&](const Task& t) { return planners_[t.group].sampled(t.payload); };
        std::ranges::stable_sort(tasks, std::greater(), sampled);
        std::vector<std::uint64_t> load(size());
        for (auto& t : tasks) {
            t.rank = static_cast<std::size_t>(std::ranges::min_element(load) - load.begin());
            load[t.rank] += sampled(t) + 1;
        }
        return tasks;
    }

    Result<std::vector<std::vector<AdaptivePlanner::PayloadPlan>>> plan_payloads(
        const std::vector<AdaptiveModel>& begun) {
        std::vector<std::vector<AdaptivePlanner::PayloadPlan>> plans(planners_.size());
        for (std::size_t g = 0; g < planners_.size(); ++g)
            plans[g].resize(payloads_[g]);
        const auto all = tasks();
        std::vector<Task> mine;
        std::ranges::copy_if(all, std::back_inserter(mine), [&](const Task& t) { return t.rank == rank(); });
        const auto planned = pool_.for_each(mine.size(), [&](std::size_t i) -> Status {
            const auto& t = mine[i];
            plans[t.group][t.payload] = planners_[t.group].plan_payload(begun[t.group], t.payload);
            return {};
        });
        STEPVAULT_TRY(all_reduce_status(communicator_, planned));
        if (communicator_.is_alone()) return plans;
        ByteWriter out;
        for (const auto& t : mine)
            plans[t.group][t.payload].write(out);
        STEPVAULT_ASSIGN(told, communicator_.all_gather(out.view()));
        std::vector<ByteReader> readers(told.begin(), told.end());
        for (const auto& t : all) {
            STEPVAULT_ASSIGN(plan, AdaptivePlanner::PayloadPlan::read(readers[t.rank]));
            plans[t.group][t.payload] = std::move(plan);
        }
        return plans;
    }

    std::vector<AdaptivePlanner> planners_;
    std::vector<std::size_t> payloads_;  ///< number of payloads in each group
    Communicator& communicator_;
    ThreadPool& pool_;
};

}  // namespace

Status plan_adaptive(StepContent& content, ChunkSource& source, const SchemeChoice& choice) {
    const auto& layout = content.layout;
    std::map<std::string, std::vector<std::uint32_t>> groups;
    for (std::uint32_t s = 1; s < layout.streams.size(); ++s) {
        if (layout.streams[s].coding == StreamCoding::adaptive)
            groups[planned_together(layout, s)].push_back(s);
    }
    if (groups.empty()) return {};
    std::vector<std::uint32_t> streams;
    for (const auto& [name, of_group] : groups)
        streams.insert(streams.end(), of_group.begin(), of_group.end());
    STEPVAULT_ASSIGN(sample, sample_streams(streams, source));
    std::vector<AdaptivePlanner> planners;
    std::vector<std::size_t> payloads;
    for (const auto& [name, of_group] : groups) {
        std::vector<SampledPart> parts;
        std::size_t count = 0;
        for (const auto s : of_group) {
            std::ranges::move(sample[s], std::back_inserter(parts));
            count += layout.streams[s].payloads.size();
        }
        planners.push_back(planner_of(layout, of_group, parts, choice, content.meta));
        payloads.push_back(count);
    }
    STEPVAULT_ASSIGN(
        models,
        GroupPlanning(std::move(planners), std::move(payloads), source.communicator(), source.pool()).run());
    std::size_t index = 0;
    for (const auto& [name, of_group] : groups) {
        const auto& plan = models[index++];
        auto first = plan.payloads.begin();
        for (const auto s : of_group) {
            auto model = plan;
            const auto end = first + static_cast<std::ptrdiff_t>(layout.streams[s].payloads.size());
            model.payloads.assign(first, end);
            content.streams[s].model = std::make_shared<const AdaptiveModel>(std::move(model));
            first = end;
        }
    }
    return {};
}

}  // namespace stepvault
