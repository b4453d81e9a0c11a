#include "vault/encode/budget_planning.h"

#include <cmath>
#include <map>

#include "vault/encode/chunk_statistics.h"
#include "vault/format/matrix_rows.h"

namespace stepvault {

namespace {

constexpr std::uint64_t vector_block = 256;

struct BudgetSlot {
    Bytes values;
    Bytes base;
    struct Outcome {
        ImportanceHistogram importances;
        ChunkStatistics statistics;
    } outcome;
};

}  // namespace

Role budget_share(Role role) {
    return role == Role::first_moment || role == Role::second_moment ? role : Role::weight;
}

double index_of_element(double share) {
    // A gap of 64 or more takes a second byte.
    return 1 + std::pow(1 - share, 63);
}

std::vector<std::size_t> row_blocks(const StepLayout& layout, const std::vector<std::uint64_t>& rows,
                                    std::uint32_t stream, std::uint64_t chunk) {
    std::vector<std::size_t> blocks;
    const auto& s = layout.streams[stream];
    (void)for_each_part(layout, s, s.chunk_first(chunk), s.chunk_count(chunk),
                        [&](auto p, auto inside, auto n, auto) -> Status {
                            const auto columns = rows[p];
                            const auto row = columns > 0 ? columns : vector_block;
                            for (std::uint64_t at = inside; at < inside + n;) {
                                const auto end = std::min((at / row + 1) * row, inside + n);
                                blocks.push_back(end - at);
                                at = end;
                            }
                            return {};
                        });
    return blocks;
}

std::vector<std::size_t> blocks_of_chunk(const StepContent& content, const BudgetPlan& plan,
                                         std::uint32_t stream, std::uint64_t chunk) {
    if (!traits_of(content.meta.scheme).parts_by_rows) return {};
    return row_blocks(content.layout, plan.rows, stream, chunk);
}

Result<BudgetPlan> plan_budget(const StepContent& content, ChunkSource& source,
                               std::vector<BucketStatistics>& statistics) {
    const auto& layout = content.layout;
    BudgetPlan plan{std::vector<Cut>(layout.streams.size()), row_lengths(layout)};
    // Codes of moments count in another unit than moments in floats.
    std::map<std::pair<Role, bool>, std::vector<std::uint32_t>> shares;
    for (std::uint32_t s = 1; s < layout.streams.size(); ++s) {
        const auto& stream = layout.streams[s];
        if (stream.coding != StreamCoding::runs) continue;
        const auto role = budget_share(layout.payloads[stream.payloads.front()].role);
        shares[{role, is_dynamic_code(stream.dtype)}].push_back(s);
    }
    for (const auto& [unit, streams] : shares) {
        ImportanceHistogram importances;
        double bytes = 0;
        for (const auto stream : streams) {
            const auto& s = layout.streams[stream];
            const double size = item_size(s.dtype);
            bytes += size * static_cast<double>(s.count);
            const bool by_block = traits_of(content.meta.scheme).parts_by_rows;
            const double index = by_block ? index_of_block : index_of_element(content.meta.budget / 100);
            STEPVAULT_TRY(source.for_each_chunk<BudgetSlot>(
                {stream},
                [&](ChunkPlace at, BudgetSlot& slot) -> Status {
                    const auto chunk = at.chunk;
                    STEPVAULT_TRY(source.read_values(stream, chunk, slot.values));
                    STEPVAULT_TRY(source.read_base(stream, chunk, slot.base));
                    slot.outcome.importances = {};
                    for_each_change(s.dtype, slot.values, slot.base,
                                    blocks_of_chunk(content, plan, stream, chunk),
                                    [&](const Run& run, float importance) {
                                        slot.outcome.importances.add(
                                            importance, size * static_cast<double>(run.count) + index);
                                    });
                    slot.outcome.statistics = chunk_statistics(layout, stream, chunk, slot.values, slot.base);
                    return {};
                },
                [&](ChunkPlace, BudgetSlot::Outcome& outcome) -> Status {
                    importances.merge(outcome.importances);
                    merge(statistics, outcome.statistics);
                    return {};
                }));
        }
        for (const auto stream : streams)
            plan.cuts[stream] = importances.cut(bytes * content.meta.budget / 100);
    }
    return plan;
}

}  // namespace stepvault
