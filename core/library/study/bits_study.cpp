#include "library/study/bits_study.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "library/study/top_changes.h"
#include "vault/encode/budget_planning.h"
#include "vault/encode/stream_planning.h"

namespace stepvault {

namespace {

/// By file: a number that the files of one process have in common. In a parted checkpoint the payloads of
/// each process have streams of their own; files that share a stream belong together.
std::vector<std::uint32_t> holders_of_files(const StepLayout& layout) {
    std::vector<std::uint32_t> first(layout.files.size());
    std::iota(first.begin(), first.end(), 0U);
    const auto holder = [&](std::uint32_t file) {
        while (first[file] != file)
            file = first[file];
        return file;
    };
    for (const auto& stream : layout.streams) {
        for (const auto p : stream.payloads) {
            const auto [low, high] = std::minmax(
                {holder(layout.payloads[p].file), holder(layout.payloads[stream.payloads.front()].file)});
            first[high] = low;
        }
    }
    for (std::uint32_t file = 0; file < first.size(); ++file)
        first[file] = holder(file);
    return first;
}

}  // namespace

std::pair<std::string, std::optional<CodingRule>> BitsStudy::parts_of(const std::string& name) {
    const auto comma = name.find(", ");
    if (comma == std::string::npos) return {name, {}};
    auto rule = CodingRule::parse(std::string_view(name).substr(comma + 2));
    if (!rule) return {name, {}};
    return {name.substr(0, comma), std::move(*rule)};
}

Result<StudySource> StudySource::of(const StepFile& step, std::optional<double> exact_share) {
    STEPVAULT_ASSIGN(statistics, step.statistics());
    if (statistics.empty()) {
        return Error{ErrorCode::not_found,
                     step.path().string() + ": has no statistics, since it is exact or has too many tensors"};
    }
    StudySource source{.name = step.path().string(),
                       .meta = step.meta(),
                       .layout = step.layout(),
                       .stored_bytes = step.size(),
                       .statistics = std::move(statistics),
                       .figures = step.figures(),
                       .exact_share = exact_share};
    for (std::uint32_t s = 0; s < source.layout.streams.size(); ++s) {
        auto& coded = source.coded_bytes.emplace_back(0);
        for (const auto& chunk : step.stream(s).chunks)
            coded += chunk.length;
    }
    return source;
}

Result<BitsStudy> BitsStudy::of(const StepFile& step, std::optional<double> exact_share) {
    STEPVAULT_ASSIGN(source, StudySource::of(step, exact_share));
    return of(std::move(source));
}

Result<BitsStudy> BitsStudy::of(StudySource source) {
    BitsStudy study;
    study.meta_ = std::move(source.meta);
    study.layout_ = std::move(source.layout);
    study.stored_bytes_ = source.stored_bytes;
    study.exact_share_ = source.exact_share.value_or(1);
    study.knows_exact_ = source.exact_share.has_value();
    std::size_t next = 0;
    const auto& layout = study.layout_;
    const bool has_figures = !source.figures.empty();
    if (source.coded_bytes.size() != layout.streams.size() ||
        (has_figures && source.figures.size() != layout.payloads.size()))
        return Error{ErrorCode::corrupt, source.name + ": has figures of another number of tensors"};
    const auto roundings = layout.roundings();
    const auto headline = headline_payloads(layout);
    for (std::uint32_t p = 0; p < layout.payloads.size(); ++p) {
        const auto& payload = layout.payloads[p];
        const auto& stream = layout.streams[payload.stream];
        if (!is_lossy(stream.coding) || payload.same_as != StoredPayload::itself) continue;
        if (next == source.statistics.size())
            return Error{ErrorCode::corrupt, source.name + ": has fewer statistics than lossy tensors"};
        StudiedPayload& studied = study.payloads_.emplace_back();
        studied.name = payload.name;
        studied.role = payload.role;
        studied.headline =
            headline[p] || std::ranges::any_of(roundings[p], [&](std::uint32_t r) { return headline[r]; });
        studied.group = parts_of(stream.group).first;
        studied.index = p;
        studied.count = payload.count();
        studied.bytes = payload.length;
        studied.statistics = std::move(source.statistics[next++]);
        studied.changed = studied.statistics.sum_squares();
        if (has_figures) {
            studied.stored_error = static_cast<double>(source.figures[p].relative_error);
            studied.stored_lag = static_cast<double>(source.figures[p].lag);
        }
        study.elements_ += studied.count;
    }
    std::map<std::uint32_t, double> bits_per_element;
    for (std::uint32_t s = 1; s < layout.streams.size(); ++s) {
        if (!is_lossy(layout.streams[s].coding) || layout.streams[s].count == 0) continue;
        study.streams_.push_back(s);
        const auto coded = source.coded_bytes[s];
        study.lossy_bytes_ += coded;
        bits_per_element[s] = 8 * static_cast<double>(coded) / static_cast<double>(layout.streams[s].count);
    }
    for (auto& studied : study.payloads_)
        studied.stored_bits =
            static_cast<double>(studied.count) * bits_per_element[study.stored_stream(studied)];
    study.learn_gains();
    return study;
}

BitsStudy::Grouping BitsStudy::grouped(const std::vector<CodingRule>& rules) const {
    Grouping grouping{layout_, {}, std::vector<bool>(payloads_.size())};
    auto& layout = grouping.layout;
    const auto holders = holders_of_files(layout_);
    std::map<std::tuple<StreamCoding, DType, std::string, std::uint32_t>, std::uint32_t> known;
    for (const auto s : streams_) {
        const auto& stream = layout.streams[s];
        known[{stream.coding, stream.dtype, stream.group,
               holders[layout.payloads[stream.payloads.front()].file]}] = s;
    }
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        const auto& studied = payloads_[i];
        const auto stored = layout_.streams[stored_stream(studied)];
        const auto* rule = rule_for(rules, studied.role, studied.name);
        grouping.exact[i] = rule != nullptr && !rule->error;
        const auto coding = grouping.exact[i] ? StreamCoding::exact : stored.coding;
        const auto group = grouping.exact[i] ? "exact"
                           : rule != nullptr ? studied.group + ", " + rule->text()
                                             : studied.group;
        const auto holder = holders[layout_.payloads[studied.index].file];
        const auto [at, added] = known.try_emplace({coding, stored.dtype, group, holder},
                                                   static_cast<std::uint32_t>(layout.streams.size()));
        if (added) {
            layout.streams.push_back({.coding = coding,
                                      .dtype = stored.dtype,
                                      .group = group,
                                      .chunk_elements = stored.chunk_elements});
        }
        layout.payloads[studied.index].stream = at->second;
    }
    for (auto& payload : layout.payloads) {
        if (payload.same_as != StoredPayload::itself)
            payload.stream = layout.payloads[payload.same_as].stream;
    }
    // This cannot fail: the layout was sound, and payloads moved only between streams of the same type.
    (void)layout.complete();
    for (const auto& [key, stream] : known) {
        if (is_lossy(std::get<StreamCoding>(key)) && layout.streams[stream].count > 0)
            grouping.streams.push_back(stream);
    }
    std::ranges::sort(grouping.streams);
    return grouping;
}

PayloadBits BitsStudy::exactly(const StudiedPayload& studied) const {
    return {8 * exact_share_ * static_cast<double>(studied.bytes), 0};
}

void BitsStudy::keep_all(const StudiedPayload& studied, BitsOutcome& outcome) {
    if (!studied.headline) return;
    for (const auto& [key, figures] : studied.statistics.buckets)
        outcome.kept[key.exponent] += figures.count;
}

std::optional<BitsOutcome> BitsStudy::exact() const {
    if (!knows_exact_) return {};
    BitsOutcome outcome;
    for (const auto& studied : payloads_) {
        outcome.payloads.push_back(exactly(studied));
        keep_all(studied, outcome);
    }
    complete(outcome, std::vector<bool>(payloads_.size(), true));
    outcome.stored_bytes =
        static_cast<std::uint64_t>(std::llround(exact_share_ * static_cast<double>(meta_.original_bytes)));
    outcome.exact_bytes = outcome.stored_bytes;
    return outcome;
}

double BitsStudy::stored_bits_per_weight() const {
    return elements_ > 0 ? 8 * static_cast<double>(lossy_bytes_) / static_cast<double>(elements_) : 0;
}

void BitsStudy::complete(BitsOutcome& outcome, const std::vector<bool>& exact) const {
    std::vector<double> changed;
    for (const auto& studied : payloads_)
        changed.push_back(studied.changed);
    complete(outcome, exact, changed);
}

void BitsStudy::complete(BitsOutcome& outcome, const std::vector<bool>& exact,
                         const std::vector<double>& changed) const {
    double bits = 0;
    double exact_bits = 0;
    double lost = 0;
    double missing = 0;
    double all = 0;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        bits += outcome.payloads[i].bits;
        exact_bits += exact[i] ? outcome.payloads[i].bits : 0;
        if (!payloads_[i].headline) continue;
        lost += outcome.payloads[i].lost;
        missing += outcome.payloads[i].missing;
        all += changed[i];
    }
    outcome.bits_per_weight = elements_ > 0 ? bits / static_cast<double>(elements_) : 0;
    outcome.relative_error = all > 0 ? std::sqrt(lost / all) : 0;
    outcome.lag = all > 0 ? missing / all : 0;
    outcome.stored_bytes = stored_bytes_ - std::min(stored_bytes_, lossy_bytes_) +
                           static_cast<std::uint64_t>(std::ceil(bits / 8));
    outcome.exact_bytes = static_cast<std::uint64_t>(exact_bits / 8);
}

BitsOutcome BitsStudy::topn(const SchemeChoice& choice) const {
    const auto grouping = grouped(choice.rules);
    std::vector<TopChanges> shares;
    std::map<Role, std::size_t> share_of;
    std::vector<std::size_t> place(payloads_.size());
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        if (grouping.exact[i]) continue;
        const auto& studied = payloads_[i];
        const auto [at, added] = share_of.try_emplace(budget_share(studied.role), shares.size());
        if (added) shares.emplace_back(choice.budget / 100);
        place[i] = at->second;
        shares[at->second].add(studied.statistics, studied.count, studied.bytes);
    }
    for (auto& share : shares)
        share.cut();
    BitsOutcome outcome;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        const auto& studied = payloads_[i];
        if (grouping.exact[i]) {
            outcome.payloads.push_back(exactly(studied));
            keep_all(studied, outcome);
            continue;
        }
        const auto& share = shares[place[i]];
        const auto kept = share.kept_of(studied.statistics, studied.count, studied.bytes);
        outcome.payloads.push_back({kept.bits, kept.lost, kept.lost});
        if (!studied.headline) continue;
        for (const auto& [key, figures] : studied.statistics.buckets) {
            outcome.kept[key.exponent] +=
                static_cast<std::uint64_t>(std::llround(part_beyond(figures, share.least()).count));
        }
    }
    complete(outcome, grouping.exact);
    return outcome;
}

BitsOutcome BitsStudy::scar(const SchemeChoice& choice, const RowChanges& rows) const {
    const auto grouping = grouped(choice.rules);
    std::vector<bool> coded(layout_.payloads.size());
    for (std::size_t i = 0; i < payloads_.size(); ++i)
        coded[payloads_[i].index] = !grouping.exact[i];
    auto kept = rows.kept(choice.budget / 100, coded);
    BitsOutcome outcome;
    std::vector<double> changed;
    for (std::size_t i = 0; i < payloads_.size(); ++i) {
        const auto index = payloads_[i].index;
        // The changes may have come from another machine.
        changed.push_back(index < rows.changed().size() ? rows.changed()[index] : 0);
        if (index >= kept.size()) kept.resize(index + 1);
        outcome.payloads.push_back(grouping.exact[i]
                                       ? exactly(payloads_[i])
                                       : PayloadBits{kept[index].bits, kept[index].lost, kept[index].lost});
    }
    complete(outcome, grouping.exact, changed);
    return outcome;
}

std::vector<ExponentRow> BitsStudy::exponents() const {
    std::map<int, ExponentRow, std::greater<>> rows;
    double changed = 0;
    for (const auto& studied : payloads_) {
        if (!studied.headline) continue;
        changed += studied.changed;
        for (const auto& [key, figures] : studied.statistics.buckets) {
            auto& row = rows[key.exponent];
            row.exponent = key.exponent;
            row.count += figures.count;
            row.energy += figures.sum_squares;
        }
    }
    std::vector<ExponentRow> sorted;
    for (auto& [exponent, row] : rows) {
        row.energy = changed > 0 ? row.energy / changed : 0;
        row.removal_error = std::sqrt(row.energy);
        sorted.push_back(row);
    }
    return sorted;
}

}  // namespace stepvault
