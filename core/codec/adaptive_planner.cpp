#include "codec/adaptive_planner.h"

#include <algorithm>
#include <cmath>

#include "codec/adaptive_coder.h"
#include "codec/block_classes.h"
#include "codec/change_magnitudes.h"
#include "codec/level_quantizer.h"
#include "codec/level_step.h"

namespace stepvault {

namespace {

constexpr double table_weights = 4096;  ///< what the weights of a table sum up to, about
constexpr std::uint64_t fewest_columns = 32;
constexpr std::uint64_t most_columns = std::uint64_t{1} << 20;
constexpr std::uint64_t fewest_rows = 16;
constexpr double bits_of_column = 2.5;  ///< what storing a column's class costs

double entropy_bits(std::span<const double> counts) {
    double sum = 0;
    double bits = 0;
    for (const auto c : counts) {
        sum += c;
        if (c > 0) bits -= c * std::log2(c);
    }
    return sum > 0 ? bits + sum * std::log2(sum) : 0;
}

}  // namespace

AdaptivePlanner::AdaptivePlanner(AdaptiveTarget target, std::vector<Payload> payloads)
    : target_(target),
      payloads_(std::move(payloads)),
      parts_of_(payloads_.size()),
      sampled_(payloads_.size()),
      reference_energy_(payloads_.size()) {}

void AdaptivePlanner::add(std::size_t payload, std::uint64_t first, std::span<const float> values,
                          std::span<const float> base, std::span<const float> reference) {
    if (values.empty()) return;
    Part part{payload, first, {values.begin(), values.end()}, {base.begin(), base.end()}};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float change = values[i] - reference[i];
        if (!std::isfinite(change) || !std::isfinite(values[i] - base[i])) {
            part.values[i] = part.base[i] = 0;
            continue;
        }
        reference_energy_[payload] += static_cast<double>(change) * static_cast<double>(change);
    }
    sampled_[payload] += values.size();
    parts_of_[payload].push_back(parts_.size());
    parts_.push_back(std::move(part));
}

double AdaptivePlanner::ContextCounts::bits() const {
    double bits = 0;
    for (const auto& c : levels)
        bits += entropy_bits(c);
    return bits;
}

void AdaptivePlanner::ContextCounts::add(const ContextCounts& other, double factor) {
    for (std::size_t c = 0; c < context_count; ++c) {
        for (unsigned l = 0; l < level_codes; ++l)
            levels[c][l] += other.levels[c][l] * factor;
    }
}

void AdaptivePlanner::choose_scales(AdaptiveModel& model) const {
    if (!target_.may_scale) return;
    struct Sums {
        double both = 0;
        double base = 0;
        double change = 0;
    };
    std::vector<Sums> sums(payloads_.size());
    for (const auto& part : parts_) {
        auto& s = sums[part.payload];
        for (std::size_t i = 0; i < part.values.size(); ++i) {
            const auto u = static_cast<double>(part.values[i]);
            const auto b = static_cast<double>(part.base[i]);
            s.both += u * b;
            s.base += b * b;
            s.change += (u - b) * (u - b);
        }
    }
    for (std::size_t p = 0; p < payloads_.size(); ++p) {
        const auto& s = sums[p];
        if (s.base <= 0) continue;
        const double scale = std::clamp(std::round(s.both / s.base * PayloadModel::whole_base), 0.0, 255.0);
        const double a = scale / PayloadModel::whole_base;
        // sum (u - a b)^2 = sum (u - b)^2 + 2 (1 - a) sum u b - (1 - a^2) sum b^2
        const double left = s.change + 2 * (1 - a) * s.both - (1 - a * a) * s.base;
        if (left < 0.98 * s.change) model.payloads[p].scale = static_cast<std::uint8_t>(scale);
    }
}

/// Second moments of a tensor grow and shrink together: the offset is the median of their changes, or of
/// their distances to 1 where all were zero.
void AdaptivePlanner::choose_offsets(AdaptiveModel& model) const {
    constexpr int unit = (1 << 23) / PayloadModel::units_of_octave;
    for (std::size_t p = 0; p < payloads_.size(); ++p) {
        std::vector<std::int32_t> changes;
        std::vector<std::int32_t> from_one;
        for (const auto i : parts_of_[p]) {
            const auto& part = parts_[i];
            for (std::size_t k = 0; k < part.values.size(); ++k) {
                if (!(part.values[k] > 0) || !(part.base[k] >= 0)) continue;
                const auto value = std::bit_cast<std::int32_t>(part.values[k]);
                if (part.base[k] > 0)
                    changes.push_back(value - std::bit_cast<std::int32_t>(part.base[k]));
                else
                    from_one.push_back(value - std::bit_cast<std::int32_t>(1.0F));
            }
        }
        if (changes.empty()) changes = std::move(from_one);
        if (changes.empty()) continue;
        const auto middle = changes.begin() + static_cast<std::ptrdiff_t>(changes.size() / 2);
        std::ranges::nth_element(changes, middle);
        const auto offset = std::lround(static_cast<double>(*middle) / unit);
        model.payloads[p].offset = static_cast<std::int16_t>(
            std::clamp<long>(offset, -PayloadModel::most_offset, PayloadModel::most_offset));
    }
}

void AdaptivePlanner::choose_step(AdaptiveModel& model) const {
    ChangeMagnitudes of_all(ChangeMagnitudes::fine);
    ChangeMagnitudes of_payload(ChangeMagnitudes::coarse);
    std::vector<std::vector<MagnitudeBin>> payloads;
    double reference_energy = 0;
    for (std::size_t p = 0; p < payloads_.size(); ++p) {
        const double weight = weight_of(p);
        const float scale = static_cast<float>(model.payloads[p].scale) / PayloadModel::whole_base;
        for (const auto part : parts_of_[p]) {
            const auto& [payload, first, values, base] = parts_[part];
            for (std::size_t i = 0; i < values.size(); ++i) {
                const float x = std::abs(values[i] - base[i] * scale);
                if (!(x > 0) || !std::isfinite(x)) continue;
                of_all.add(x, weight);
                of_payload.add(x, weight);
            }
        }
        reference_energy += weight * reference_energy_[p];
        payloads.push_back(of_payload.take());
    }
    const auto all = of_all.take();
    double energy = 0;
    double count = 0;
    for (const auto& b : all) {
        energy += b.squares;
        count += b.count;
    }
    auto& q = model.quantizer;
    q.dead_zone = dead_zone_of_linear;
    const double allowed = target_.error * target_.error * reference_energy;
    if (target_.error >= 1 || energy <= allowed || energy == 0) return;
    const auto error_with = [&](double step) {
        q.step = static_cast<float>(step);
        set_inward(q, all);
        // Each payload has a gain of its own: with one for all, payloads of small changes seem to lose less.
        double error = 0;
        for (const auto& bins : payloads)
            error += squared_error(q, bins, target_.may_gain);
        return error;
    };
    double low = std::sqrt(energy) * 1e-12;
    double high = std::sqrt(energy) * 2;
    constexpr int halvings = 32;
    for (int i = 0; i < halvings; ++i) {
        const double middle = std::sqrt(low * high);
        (error_with(middle) > allowed ? high : low) = static_cast<double>(q.step);
    }
    const double step =
        tempered_step(low, std::sqrt(allowed / energy), std::sqrt(energy / count), target_.may_gain);
    q.step = std::max(static_cast<float>(step), std::numeric_limits<float>::min());
    set_inward(q, all);
}

std::uint8_t AdaptivePlanner::gain_of(const std::vector<const Part*>& parts,
                                      const std::vector<std::vector<std::int32_t>>& levels,
                                      const AdaptiveModel& model) const {
    if (!target_.may_gain) return 0;
    const auto& q = model.quantizer;
    double energy = 0;
    double both = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const auto& part = *parts[p];
        const float scale = static_cast<float>(model.payloads[part.payload].scale) / PayloadModel::whole_base;
        for (std::size_t i = 0; i < part.values.size(); ++i) {
            const auto change = static_cast<double>(part.values[i] - part.base[i] * scale);
            const auto magnitude = std::abs(levels[p][i]);
            energy += change * change;
            if (magnitude == 0) continue;
            const float inward = q.inward[static_cast<std::size_t>(std::min(magnitude, 3) - 1)];
            const auto restored = static_cast<double>(static_cast<float>(magnitude) * q.step - inward);
            both += std::abs(change) * restored;
        }
    }
    const double gain = gain_for(energy, both);
    return static_cast<std::uint8_t>(std::lround((gain - 1) * PayloadModel::units_of_gain));
}

std::vector<std::int32_t> AdaptivePlanner::levels_of(const Part& part, const AdaptiveModel& model) const {
    std::vector<std::int32_t> levels(part.values.size());
    const auto run = [&](const auto& quantizer) {
        for (std::size_t i = 0; i < levels.size(); ++i) {
            if (!quantizer.quantize(F32::encode(part.values[i]), F32::encode(part.base[i]), levels[i]))
                levels[i] = 0;
        }
    };
    const auto& payload = model.payloads[part.payload];
    if (model.quantizer.kind == Quantizer::Kind::linear) {
        run(LinearQuantizer<F32>(model.quantizer, payload));
    } else {
        run(LogarithmicQuantizer<F32>(model.quantizer, payload));
    }
    return levels;
}

AdaptivePlanner::ContextCounts AdaptivePlanner::count(const std::vector<const Part*>& parts,
                                                      const std::vector<std::vector<std::int32_t>>& levels,
                                                      const BlockOrder& order) const {
    ContextCounts counts;
    int previous = 12;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const auto& all = levels[p];
        for (std::size_t at = 0; at < all.size();) {
            const auto block = order.block_at(parts[p]->first + at, all.size() - at);
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < block.count; ++i)
                sum += static_cast<std::uint64_t>(std::abs(all[at + i]));
            const int c = block_class(
                sum, block.shape != nullptr ? block.shape->weight : static_cast<float>(block.count));
            const int difference = c - previous;
            previous = c;
            ++counts.levels[0][std::abs(difference) > largest_level ? escape_code
                                                                    : static_cast<unsigned>(difference + 8)];
            const auto bits = low_bits_of(c);
            for (std::size_t i = 0; i < block.count && c != 0; ++i) {
                const auto level = all[at + (block.shape != nullptr ? block.shape->order[i] : i)];
                const auto high = bits > 0 ? (level + (1 << (bits - 1))) >> bits : level;
                const auto context = pair_context(c, block.shape != nullptr ? block.shape->shifts[i / 2] : 0);
                ++counts.levels[context][std::abs(high) > largest_level ? escape_code
                                                                        : static_cast<unsigned>(high + 8)];
            }
            at += block.count;
        }
    }
    return counts;
}

std::vector<std::int8_t> AdaptivePlanner::column_classes(const std::vector<const Part*>& parts,
                                                         const std::vector<std::vector<std::int32_t>>& levels,
                                                         std::uint64_t columns) {
    std::vector<double> sums(columns);
    std::vector<double> counts(columns);
    double all = 0;
    double elements = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        auto column = parts[p]->first % columns;
        for (const auto l : levels[p]) {
            sums[column] += std::abs(l);
            counts[column] += 1;
            all += std::abs(l);
            column = column + 1 == columns ? 0 : column + 1;
        }
        elements += static_cast<double>(levels[p].size());
    }
    std::vector<std::int8_t> classes(columns);
    for (std::size_t c = 0; c < columns; ++c) {
        // A column that was still takes part with half an event: it may not always be.
        const double mean = (sums[c] + 0.5) / std::max(1.0, counts[c]);
        const double ratio = all > 0 ? mean / (all / elements) : 1;
        classes[c] = static_cast<std::int8_t>(std::clamp<long>(std::lround(2 * std::log2(ratio)), -8, 7));
    }
    return classes;
}

void AdaptivePlanner::choose_tables(AdaptiveModel& model, const ContextCounts& counts) const {
    const bool even = model.quantizer.kind == Quantizer::Kind::linear;
    const double table_bits = even ? 90 : 120;
    struct Group {
        Counts counts{};
        std::size_t last = 0;  ///< context
    };
    std::vector<Group> groups;
    for (std::size_t c = first_class; c < context_count; ++c) {
        auto levels = counts.levels[c];
        for (unsigned l = 1; even && l <= static_cast<unsigned>(largest_level); ++l)
            levels[8 + l] = levels[8 - l] = (levels[8 + l] + levels[8 - l]) / 2;
        groups.push_back({levels, c});
    }
    const auto joined = [](const Group& a, const Group& b) {
        Group g{a.counts, b.last};
        for (unsigned l = 0; l < level_codes; ++l)
            g.counts[l] += b.counts[l];
        return g;
    };
    while (groups.size() > 1) {
        std::size_t best = 0;
        double least = 0;
        for (std::size_t i = 0; i + 1 < groups.size(); ++i) {
            const double cost = entropy_bits(joined(groups[i], groups[i + 1]).counts) -
                                entropy_bits(groups[i].counts) - entropy_bits(groups[i + 1].counts) -
                                table_bits;
            if (i == 0 || cost < least) {
                least = cost;
                best = i;
            }
        }
        if (least >= 0) break;
        groups[best] = joined(groups[best], groups[best + 1]);
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    }
    const auto add_table = [&](const Counts& of) {
        double sum = 0;
        for (const auto c : of)
            sum += c;
        LevelWeights weights{};
        for (unsigned l = 0; l < level_codes && sum > 0; ++l) {
            weights[l] = static_cast<std::uint16_t>(std::lround(of[l] / sum * table_weights));
            if (of[l] > 0 && weights[l] == 0) weights[l] = 1;
        }
        if (sum == 0) weights[8] = 1;
        model.tables.push_back(weights);
    };
    add_table(counts.levels[0]);
    std::size_t context = first_class;
    for (const auto& g : groups) {
        add_table(g.counts);
        for (; context <= g.last; ++context)
            model.table_of[context] = static_cast<std::uint8_t>(model.tables.size() - 1);
    }
}

void AdaptivePlanner::PayloadPlan::write(ByteWriter& out) const {
    for (const auto& levels : counts.levels) {
        for (const auto c : levels)
            out.put_varint(static_cast<std::uint64_t>(c));
    }
    out.put(gain);
    out.put_varint(order.classes().size());
    out.put_bytes(std::as_bytes(std::span(order.classes())));
}

Result<AdaptivePlanner::PayloadPlan> AdaptivePlanner::PayloadPlan::read(ByteReader& in) {
    PayloadPlan plan;
    for (auto& levels : plan.counts.levels) {
        for (auto& c : levels)
            c = static_cast<double>(in.get_varint());
    }
    plan.gain = in.get<std::uint8_t>();
    const auto bytes = in.get_bytes(in.get_varint());
    if (!in.ok()) return Error{ErrorCode::corrupt, "a plan of a payload is cut off"};
    std::vector<std::int8_t> classes(bytes.size());
    std::ranges::copy(bytes, std::as_writable_bytes(std::span(classes)).begin());
    if (!classes.empty()) plan.order = BlockOrder(std::move(classes));
    return plan;
}

AdaptiveModel AdaptivePlanner::begin() const {
    AdaptiveModel model;
    model.quantizer.kind = target_.kind;
    model.payloads.resize(payloads_.size());
    if (target_.kind == Quantizer::Kind::linear) {
        choose_scales(model);
        choose_step(model);
    } else {
        model.quantizer.log_step = target_.log_step;
        model.quantizer.dead_zone = static_cast<float>(target_.dead_zone);
        choose_offsets(model);
    }
    return model;
}

AdaptivePlanner::PayloadPlan AdaptivePlanner::plan_payload(const AdaptiveModel& begun, std::size_t p) const {
    PayloadPlan plan;
    if (parts_of_[p].empty() || !has_levels(begun)) return plan;
    std::vector<const Part*> parts;
    std::vector<std::vector<std::int32_t>> levels;
    for (const auto i : parts_of_[p]) {
        parts.push_back(&parts_[i]);
        levels.push_back(levels_of(parts_[i], begun));
    }
    plan.gain = gain_of(parts, levels, begun);
    plan.counts = count(parts, levels, BlockOrder());
    const auto columns = payloads_[p].columns;
    if (columns < fewest_columns || columns > most_columns || sampled_[p] / columns < fewest_rows)
        return plan;
    BlockOrder order(column_classes(parts, levels, columns));
    auto with = count(parts, levels, order);
    const double factor = weight_of(p);
    const double side = bits_of_column * static_cast<double>(columns);
    if (with.bits() * factor + side < plan.counts.bits() * factor) {
        plan.counts = with;
        plan.order = std::move(order);
    }
    return plan;
}

AdaptiveModel AdaptivePlanner::finish(AdaptiveModel model, std::vector<PayloadPlan> plans) const {
    if (!has_levels(model)) return model;
    ContextCounts counts;
    for (std::size_t p = 0; p < plans.size(); ++p) {
        if (parts_of_[p].empty()) continue;
        counts.add(plans[p].counts, weight_of(p));
        model.payloads[p].gain = plans[p].gain;
        model.payloads[p].order = std::move(plans[p].order);
    }
    choose_tables(model, counts);
    model.complete();
    return model;
}

AdaptiveModel AdaptivePlanner::plan() const {
    auto model = begin();
    std::vector<PayloadPlan> plans;
    for (std::size_t p = 0; p < payloads_.size(); ++p)
        plans.push_back(plan_payload(model, p));
    return finish(std::move(model), std::move(plans));
}

}  // namespace stepvault
