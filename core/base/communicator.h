// A group of processes that work on the same task.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

/// Communicator of a process group. All processes of the group call the same functions in the same order,
/// each from one thread. After an error the group is unusable.
class Communicator {
 public:
    virtual ~Communicator() = default;
    [[nodiscard]] virtual std::uint32_t rank() const = 0;
    [[nodiscard]] virtual std::uint32_t size() const = 0;
    [[nodiscard]] bool is_alone() const { return size() == 1; }
    /// Gathers the bytes of all processes, ordered by rank; waits for all.
    virtual Result<std::vector<Bytes>> all_gather(ByteView mine) = 0;
    /// Sends mine[r] to rank r, and returns the bytes that each rank sent to this process, ordered by rank.
    /// The default implementation sends all bytes to all processes.
    virtual Result<std::vector<Bytes>> all_to_all(std::span<const Bytes> mine);
};

/// The communicator of a process that works alone.
class SingleProcess : public Communicator {
 public:
    [[nodiscard]] std::uint32_t rank() const override { return 0; }
    [[nodiscard]] std::uint32_t size() const override { return 1; }
    Result<std::vector<Bytes>> all_gather(ByteView mine) override {
        return std::vector<Bytes>{Bytes(mine.begin(), mine.end())};
    }
};

/// Returns success if all processes succeeded, otherwise the error of the lowest rank that failed, to every
/// process.
Status all_reduce_status(Communicator& communicator, const Status& mine);

/// Broadcasts the bytes of rank 0 to all processes.
Result<Bytes> broadcast(Communicator& communicator, ByteView mine);

/// Encodes `status` for an exchange between processes; get_status() decodes it.
void put_status(ByteWriter& out, const Status& status);
Status get_status(ByteReader& in);

/// The error for a message of another process that cannot be decoded.
Error unreadable_message();

}  // namespace stepvault
