// Predicts what scheme `scar` keeps of a step, from the stored states of the step and the one before it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// The changes between two stored steps, block by block (row_blocks()), in the tensors that the later step
/// codes lossily. Step files hold no norms of rows, so both steps are decoded. The changes are those of the
/// stored states: a change that an earlier coding dropped does not count. Plain value.
class RowChanges {
 public:
    struct Kept {
        double bits = 0;  ///< including the places of kept blocks
        double lost = 0;  ///< sum of squared errors
    };

    /// Decodes both steps. Progress counts bytes of the later step. ErrorCode::corrupt, cancelled.
    static Result<RowChanges> read(const Chain& step, const Chain& before, ThreadPool& pool,
                                   const JobContext& job);
    /// Does the same with the layout that the step has when it is coded again (look_at_recoded()).
    static Result<RowChanges> read(const StepLayout& layout, const Chain& step, const Chain& before,
                                   ThreadPool& pool, const JobContext& job);

    void write(ByteWriter& out) const;
    /// ErrorCode::corrupt.
    static Result<RowChanges> read(ByteReader& in);

    /// Sums of squared changes, by payload of the step's layout; finite elements only.
    [[nodiscard]] const std::vector<double>& changed() const { return changed_; }
    /// The prediction for each payload if `scar` codes the step: the model, the first moments and the second
    /// moments each keep the share `budget` of their bytes, above 0 and up to 1. `coded`: the payloads that
    /// `scar` codes; all others take no part.
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
        Role share = Role::weight;  ///< see budget_share()
        std::uint32_t item_size = 0;
        std::vector<std::uint32_t> payloads;
        std::vector<std::vector<Block>> chunks;  ///< only blocks with a change
    };

    std::vector<Stream> streams_;
    std::vector<double> changed_;
    std::vector<bool> touched_;         ///< by payload: true if anything in it changed
    std::vector<std::uint64_t> bytes_;  ///< by payload
};

}  // namespace stepvault
