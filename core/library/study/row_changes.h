// What scheme `scar` keeps, where both steps are stored.
#pragma once

#include <cstdint>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// What changed between two stored steps, block by block (row_blocks()), in the tensors that the later one
/// codes with a loss. Step files hold no norms of rows, so both are decoded. Of what was stored: what an
/// earlier coding dropped is no change here. Plain value.
class RowChanges {
 public:
    struct Kept {
        double bits = 0;  ///< with the places of what is kept
        double lost = 0;  ///< sum of squared errors
    };

    /// Decodes both steps. `progress` counts bytes of the later one. ErrorCode::corrupt, cancelled.
    static Result<RowChanges> read(const Chain& step, const Chain& before, ThreadPool& pool,
                                   const JobContext& job);
    /// The same by the layout that the step has where it is coded anew (look_at_recoded()).
    static Result<RowChanges> read(const StepLayout& layout, const Chain& step, const Chain& before,
                                   ThreadPool& pool, const JobContext& job);

    /// Sum of squared changes by payload of the step's layout, finite elements only.
    [[nodiscard]] const std::vector<double>& changed() const { return changed_; }
    /// By payload, as `scar` would code the step: the model, the first and the second moments each keep
    /// `budget` of their bytes, above 0 up to 1. `coded`: payloads that are not coded so take no part.
    [[nodiscard]] std::vector<Kept> kept(double budget, const std::vector<bool>& coded) const;

 private:
    struct Block {
        std::uint32_t payload = 0;
        std::uint32_t first = 0;  ///< in its chunk
        std::uint32_t count = 0;
        float importance = 0;  ///< see for_each_change()
    };
    /// A lossy stream of the step.
    struct Stream {
        Role share = Role::weight;  ///< budget_share()
        std::uint32_t item_size = 0;
        std::vector<std::uint32_t> payloads;
        std::vector<std::vector<Block>> chunks;  ///< blocks that changed at all
    };

    std::vector<Stream> streams_;
    std::vector<double> changed_;
    std::vector<bool> touched_;         ///< payloads of which anything changed
    std::vector<std::uint64_t> bytes_;  ///< by payload
};

}  // namespace stepvault
