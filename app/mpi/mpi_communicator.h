#pragma once

#include <cstdint>

#include "base/communicator.h"

namespace stepvault::mpi {

/// The communicator of the processes that mpirun started. At most one object per process.
class MpiCommunicator : public Communicator {
 public:
    MpiCommunicator(int& argc, char**& argv);
    ~MpiCommunicator() override;
    MpiCommunicator(const MpiCommunicator&) = delete;
    MpiCommunicator& operator=(const MpiCommunicator&) = delete;

    [[nodiscard]] std::uint32_t rank() const override { return rank_; }
    [[nodiscard]] std::uint32_t size() const override { return size_; }
    /// An MPI error ends all processes.
    Result<std::vector<Bytes>> all_gather(ByteView mine) override;
    Result<std::vector<Bytes>> all_to_all(std::span<const Bytes> mine) override;

    /// The number of threads that this process should use, if all processes on its machine use as many.
    [[nodiscard]] unsigned threads() const;

    /// By rank: a number that identifies its machine. The same on all ranks.
    [[nodiscard]] const std::vector<std::uint32_t>& machines() const { return machines_; }

    /// Ends all processes at once, for errors that cannot be reported to the other ranks.
    [[noreturn]] void abort(int code);

 private:
    std::uint32_t rank_ = 0;
    std::uint32_t size_ = 1;
    std::uint32_t local_size_ = 1;
    std::vector<std::uint32_t> machines_;
};

}  // namespace stepvault::mpi
