#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "run/completeness.h"
#include "vault/encode/parent_state.h"
#include "vault/encode/shared_encoding.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// Adds the time of its life to a rank's work.
class WorkTimer {
 public:
    /// `work` may be null.
    explicit WorkTimer(RankWork* work) : work_(work) {}
    WorkTimer(const WorkTimer&) = delete;
    WorkTimer& operator=(const WorkTimer&) = delete;
    ~WorkTimer() {
        if (work_ != nullptr) work_->seconds += std::chrono::duration<double>(Clock::now() - begun_).count();
    }

 private:
    using Clock = std::chrono::steady_clock;
    RankWork* work_;
    Clock::time_point begun_ = Clock::now();
};

/// Reads the chunks of a checkpoint that is being stored, and of the states that it is compared with. The
/// readers are thread-safe.
class ChunkSource {
 public:
    /// Owns none of its arguments. `layout`: the layout of the new step.
    ChunkSource(const OpenCheckpoint& checkpoint, const StepLayout& layout, const ParentState& parent,
                const SharedEncoding& shared, ThreadPool& pool, const JobContext& job);

    [[nodiscard]] const StepLayout& layout() const { return layout_; }
    /// Reads the content of the checkpoint's files.
    Status read_values(std::uint32_t stream, std::uint64_t chunk, Bytes& values) const;
    /// Reads the state that the chunk is coded against; empty in a base.
    Status read_base(std::uint32_t stream, std::uint64_t chunk, Bytes& base) const;
    /// Reads the state that changes and errors are measured against: that of the step before, which for a
    /// delta is the base.
    Status read_before(std::uint32_t stream, std::uint64_t chunk, Bytes& before) const;
    [[nodiscard]] bool before_is_base() const { return !parent_.has_before(); }

    /// Runs `work` on the pool for a window of chunks, each with its own slot, then `in_order` in the
    /// caller's thread with the slot's `outcome`, one chunk after another, stream by stream. This bounds the
    /// memory, and all sums are added in the same order on every machine. In a process group each process
    /// works on the chunks it owns; then all processes get the outcomes of all chunks, and run `in_order` on
    /// them in the same order.
    template <class Slot>
    Status for_each_chunk(const std::vector<std::uint32_t>& streams,
                          const std::function<Status(ChunkPlace, Slot&)>& work,
                          const std::function<Status(ChunkPlace, decltype(Slot::outcome)&)>& in_order);
    /// Does the same for `places` only, in this order, which must be the same on all ranks. Does not count as
    /// progress.
    template <class Slot>
    Status for_each_of(const std::vector<ChunkPlace>& places,
                       const std::function<Status(ChunkPlace, Slot&)>& work,
                       const std::function<Status(ChunkPlace, decltype(Slot::outcome)&)>& in_order) {
        return run_through<Slot>(places, work, in_order, [](ChunkPlace) {});
    }
    /// Null for a single process.
    [[nodiscard]] Communicator& communicator() const { return shared_.communicator; }
    [[nodiscard]] ThreadPool& pool() const { return pool_; }

    /// Adds bytes that will be read to the total of the progress; call it before each pass over a stream.
    void expect(std::uint64_t bytes) { progress_.total += bytes; }

 private:
    static constexpr std::size_t chunks_per_thread = 4;

    void advance(ChunkPlace place);
    /// Tells what this rank will code.
    void count_work(RankWork& work) const;
    template <class Slot>
    Status run_through(const std::vector<ChunkPlace>& all,
                       const std::function<Status(ChunkPlace, Slot&)>& work,
                       const std::function<Status(ChunkPlace, decltype(Slot::outcome)&)>& in_order,
                       const std::function<void(ChunkPlace)>& done);

    const OpenCheckpoint& checkpoint_;
    const StepLayout& layout_;
    const ParentState& parent_;
    const SharedEncoding& shared_;
    ChunkOwners owners_;  ///< in a process group only
    ThreadPool& pool_;
    const JobContext& job_;
    Progress progress_;
};

template <class Slot>
Status ChunkSource::for_each_chunk(
    const std::vector<std::uint32_t>& streams, const std::function<Status(ChunkPlace, Slot&)>& work,
    const std::function<Status(ChunkPlace, decltype(Slot::outcome)&)>& in_order) {
    std::vector<ChunkPlace> all;
    for (const auto stream : streams) {
        for (std::uint64_t chunk = 0; chunk < layout_.streams[stream].chunks(); ++chunk)
            all.push_back({stream, chunk});
    }
    return run_through<Slot>(all, work, in_order, [this](ChunkPlace place) { advance(place); });
}

template <class Slot>
Status ChunkSource::run_through(const std::vector<ChunkPlace>& all,
                                const std::function<Status(ChunkPlace, Slot&)>& work,
                                const std::function<Status(ChunkPlace, decltype(Slot::outcome)&)>& in_order,
                                const std::function<void(ChunkPlace)>& done) {
    using Outcome = decltype(Slot::outcome);
    std::vector<ChunkPlace> mine;
    if (!shared_.communicator.is_alone()) {
        std::ranges::copy_if(all, std::back_inserter(mine), [&](ChunkPlace place) {
            return owners_[place.stream][place.chunk] == shared_.communicator.rank();
        });
    }
    const auto& places = shared_.communicator.is_alone() ? all : mine;
    std::vector<Slot> slots(std::min<std::size_t>(pool_.size() * chunks_per_thread, places.size()));
    const auto run = [&](const std::function<Status(std::size_t, Outcome&)>& take) {
        const WorkTimer timer(shared_.work);
        return pool_.for_each_in_order(
            places.size(), slots.size(),
            [&](std::size_t i, std::size_t lane) -> Status {
                STEPVAULT_TRY(job_.check());
                return work(places[i], slots[lane]);
            },
            [&](std::size_t i, std::size_t lane) -> Status {
                STEPVAULT_TRY(take(i, slots[lane].outcome));
                done(places[i]);
                return {};
            });
    };
    if (shared_.communicator.is_alone())
        return run([&](std::size_t i, Outcome& o) { return in_order(all[i], o); });

    if constexpr (requires(const Outcome& o, ByteWriter& out) { o.write(out); }) {
        ByteWriter told;
        std::vector<Outcome> kept;
        kept.reserve(mine.size());
        const auto worked = run([&](std::size_t, Outcome& o) -> Status {
            o.write(told);
            kept.push_back(std::move(o));
            return {};
        });
        ByteWriter message;
        put_status(message, worked);
        if (worked) message.put_bytes(told.view());
        STEPVAULT_ASSIGN(messages, shared_.communicator.all_gather(message.view()));
        std::vector<ByteReader> readers;
        for (const auto& m : messages) {
            readers.emplace_back(m);
            STEPVAULT_TRY(get_status(readers.back()));
        }
        Status status;
        std::size_t own = 0;
        for (const auto place : all) {
            const auto owner = owners_[place.stream][place.chunk];
            if (owner == shared_.communicator.rank()) {
                status = in_order(place, kept[own++]);
            } else {
                auto outcome = Outcome::read(readers[owner]);
                status = readers[owner].ok() ? in_order(place, outcome) : Status(unreadable_message());
                done(place);
            }
            if (!status) break;
        }
        return all_reduce_status(shared_.communicator, status);
    } else {
        return Error{ErrorCode::unsupported, "this scheme does not support several processes"};
    }
}

}  // namespace stepvault
