#pragma once

#include <cstdint>

#include "base/communicator.h"

namespace stepvault::mpi {

/// The processes that mpirun started. One object in a process.
class MpiCommunicator : public Communicator {
 public:
    MpiCommunicator(int& argc, char**& argv);
    ~MpiCommunicator() override;
    MpiCommunicator(const MpiCommunicator&) = delete;
    MpiCommunicator& operator=(const MpiCommunicator&) = delete;

    [[nodiscard]] std::uint32_t rank() const override { return rank_; }
    [[nodiscard]] std::uint32_t size() const override { return size_; }
    /// An error of MPI ends all processes.
    Result<std::vector<Bytes>> all_gather(ByteView mine) override;
    Result<std::vector<Bytes>> all_to_all(std::span<const Bytes> mine) override;

    /// With how many a process should work, where all of this machine's do.
    [[nodiscard]] unsigned threads() const;

    /// By rank: the machine it runs on, of which each has a number. The same on all ranks.
    [[nodiscard]] const std::vector<std::uint32_t>& machines() const { return machines_; }

    /// Ends all processes at once: for what the others cannot be told.
    [[noreturn]] void abort(int code);

 private:
    std::uint32_t rank_ = 0;
    std::uint32_t size_ = 1;
    std::uint32_t local_size_ = 1;
    std::vector<std::uint32_t> machines_;
};

}  // namespace stepvault::mpi
