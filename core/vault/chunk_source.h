#pragma once

#include <functional>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "run/completeness.h"
#include "vault/parent_state.h"
#include "vault/step_layout.h"

namespace stepvault {

/// The chunks of a checkpoint that is being filed, and of the states they are held against. The readers are
/// thread-safe.
class ChunkSource {
 public:
    /// Nothing is owned; `layout` is that of the new step.
    ChunkSource(const OpenCheckpoint& checkpoint, const StepLayout& layout, const ParentState& parent,
                ThreadPool& pool, const JobContext& job);

    [[nodiscard]] const StepLayout& layout() const { return layout_; }
    /// What the checkpoint's files hold.
    Status read_values(std::uint32_t stream, std::uint64_t chunk, Bytes& values) const;
    /// What it is coded against; empty in a base.
    Status read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const;
    /// What changes and errors count against: the state of the step before, which for a delta is the base.
    Status read_before(std::uint32_t stream, std::uint64_t chunk, Bytes& before) const;
    [[nodiscard]] bool before_is_base() const { return !parent_.has_before(); }

    /// `work` runs on the pool for a window of chunks, each with a slot of its own, then `in_order` in the
    /// caller's thread, one chunk after another: memory stays bounded, and whatever is added up is added up
    /// in the same order on every machine.
    template <class Slot>
    Status for_each_chunk(std::uint32_t stream, const std::function<Status(std::uint64_t, Slot&)>& work,
                          const std::function<Status(std::uint64_t, Slot&)>& in_order);

    /// Bytes that will be read, for progress; call it before each pass over a stream.
    void expect(std::uint64_t bytes) { progress_.total += bytes; }

 private:
    static constexpr std::size_t chunks_per_thread = 4;

    const OpenCheckpoint& checkpoint_;
    const StepLayout& layout_;
    const ParentState& parent_;
    ThreadPool& pool_;
    const JobContext& job_;
    Progress progress_;
};

template <class Slot>
Status ChunkSource::for_each_chunk(std::uint32_t stream,
                                   const std::function<Status(std::uint64_t, Slot&)>& work,
                                   const std::function<Status(std::uint64_t, Slot&)>& in_order) {
    const auto chunks = layout_.streams[stream].chunks();
    std::vector<Slot> slots(std::min<std::uint64_t>(pool_.size() * chunks_per_thread, chunks));
    return pool_.for_each_in_order(
        chunks, slots.size(),
        [&](std::size_t chunk, std::size_t lane) -> Status {
            STEPVAULT_TRY(job_.check());
            return work(chunk, slots[lane]);
        },
        [&](std::size_t chunk, std::size_t lane) -> Status {
            STEPVAULT_TRY(in_order(chunk, slots[lane]));
            progress_.done += layout_.streams[stream].chunk_bytes(chunk);
            job_.report(progress_);
            return {};
        });
}

}  // namespace stepvault
