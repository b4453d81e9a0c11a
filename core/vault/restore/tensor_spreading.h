#pragma once

#include <cstdint>
#include <vector>

#include "base/atomic_file.h"
#include "base/progress.h"
#include "vault/restore/restore_plan.h"
#include "vault/restore/restore_target.h"

namespace stepvault {

/// Takes the bytes of payloads in any order and lays the tensors in them where a plan's made files have them:
/// without gaps, whatever strides they had. What lies in strides waits in a file without a name beside the
/// output, since its elements come in another order than they are written.
class TensorSpreading {
 public:
    /// `first_made`: of the plan's made files in the target. All outlive this. ErrorCode::no_space.
    static Result<TensorSpreading> create(const StepLayout& layout, const RestorePlan& plan,
                                          RestoreTarget& target, std::uint32_t first_made);

    /// `bytes` from `at` on of the payload; several threads at once.
    Status take(std::uint32_t payload, std::uint64_t at, ByteView bytes);
    /// Once all of every wanted payload was taken.
    Status finish(const JobContext& job);

 private:
    struct Slot {
        const StoredTensor* tensor;
        const PlacedTensor* place;
        File* file;
        std::uint64_t begin;    ///< bytes in the payload
        std::uint64_t length;   ///< bytes in the payload, gaps included
        std::uint64_t run;      ///< elements that lie together in the made file: the trailing dimensions,
        std::size_t outer;      ///< but for so many
        std::uint64_t waiting;  ///< where it begins in `scratch_`
        bool strided;
    };
    TensorSpreading() = default;
    /// From byte `at` on of the tensor's elements in the order of their indices.
    static Status write(const Slot& slot, std::uint64_t at, ByteView bytes);
    Status gather(const Slot& slot, const std::byte* source, const JobContext& job) const;

    std::vector<Slot> slots_;
    std::vector<std::vector<std::uint32_t>> by_payload_;  ///< indices of slots
    File scratch_;
    std::uint64_t scratch_size_ = 0;
};

}  // namespace stepvault
