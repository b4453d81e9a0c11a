#pragma once

#include <cstdint>
#include <vector>

#include "base/atomic_file.h"
#include "base/progress.h"
#include "vault/restore/restore_plan.h"
#include "vault/restore/restore_target.h"

namespace stepvault {

/// Takes the bytes of payloads in any order and writes their tensors to their places in a plan's made files:
/// without gaps, whatever strides they had. The bytes of strided tensors wait in a nameless file beside the
/// output, since their elements arrive in another order than they are written.
class StridedTensorWriter {
 public:
    /// `first_made`: index of the plan's first made file in the target. All arguments must outlive the
    /// result. ErrorCode::no_space.
    static Result<StridedTensorWriter> create(const StepLayout& layout, const RestorePlan& plan,
                                              RestoreTarget& target, std::uint32_t first_made);

    /// Takes the payload's bytes from offset `at` on. Several threads may call it at once.
    Status take(std::uint32_t payload, std::uint64_t at, ByteView bytes);
    /// Writes the strided tensors. Call it after take() has had all bytes of every wanted payload.
    Status finish(const JobContext& job);

 private:
    struct Slot {
        const StoredTensor* tensor;
        const PlacedTensor* place;
        File* file;
        std::uint64_t begin;    ///< byte offset in the payload
        std::uint64_t length;   ///< bytes in the payload, gaps included
        std::uint64_t run;      ///< elements that are contiguous in the made file: the trailing dimensions
        std::size_t outer;      ///< number of leading dimensions outside of a run
        std::uint64_t waiting;  ///< offset in `scratch_`
        bool strided;
    };
    StridedTensorWriter() = default;
    /// Writes `bytes`, which begin at byte `at` of the tensor's elements in the order of their indices.
    static Status write(const Slot& slot, std::uint64_t at, ByteView bytes);
    Status gather(const Slot& slot, const std::byte* source, const JobContext& job) const;

    std::vector<Slot> slots_;
    std::vector<std::vector<std::uint32_t>> by_payload_;  ///< indices of slots
    File scratch_;
    std::uint64_t scratch_size_ = 0;
};

}  // namespace stepvault
