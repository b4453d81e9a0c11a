// Schemes `topn` and `scar` for a whole checkpoint: choose the elements to keep for a given number of bytes.
#pragma once

#include "codec/importance.h"
#include "vault/encode/chunk_source.h"
#include "vault/format/step_content.h"

namespace stepvault {

struct BudgetPlan {
    std::vector<Cut> cuts;            ///< by stream
    std::vector<std::uint64_t> rows;  ///< row_lengths()
};

/// The budget that a payload of this role shares: one is for the model, one each for the first and the second
/// moments of its optimizer.
Role budget_share(Role role);

/// Bytes needed for the place of a single element if a fraction `share` of all elements is kept.
double index_of_element(double share);

/// Bytes needed for the place and the length of a row.
constexpr double index_of_block = 3;

/// Chooses the elements to keep in each stream of coding runs. The model, and the first and the second
/// moments of its optimizer, each get meta.budget percent of their own bytes, indices included. Reads those
/// streams once; their statistics go into `statistics` (by payload).
Result<BudgetPlan> plan_budget(const StepContent& content, ChunkSource& source,
                               std::vector<BucketStatistics>& statistics);

/// Sizes, in elements, of the parts of a chunk that `scar` keeps or drops as a whole: rows of matrices, at
/// most 256 elements of vectors. `rows`: row_lengths().
std::vector<std::size_t> row_blocks(const StepLayout& layout, const std::vector<std::uint64_t>& rows,
                                    std::uint32_t stream, std::uint64_t chunk);

/// row_blocks() for `scar`; empty for `topn`, which chooses single elements.
std::vector<std::size_t> blocks_of_chunk(const StepContent& content, const BudgetPlan& plan,
                                         std::uint32_t stream, std::uint64_t chunk);

}  // namespace stepvault
