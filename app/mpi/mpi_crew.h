#pragma once

#include <cstdint>

#include "base/crew.h"

namespace stepvault::mpi {

/// The processes that mpirun started. One object in a process.
class MpiCrew : public Crew {
 public:
    MpiCrew(int& argc, char**& argv);
    ~MpiCrew() override;
    MpiCrew(const MpiCrew&) = delete;
    MpiCrew& operator=(const MpiCrew&) = delete;

    [[nodiscard]] std::uint32_t rank() const override { return rank_; }
    [[nodiscard]] std::uint32_t size() const override { return size_; }
    Result<std::vector<Bytes>> exchange(ByteView mine) override;

    /// Of the processes on this machine, the place of this one, and how many they are.
    [[nodiscard]] std::uint32_t local_size() const { return local_size_; }

    /// Ends all processes at once: for what the others cannot be told.
    [[noreturn]] void abort(int code);

 private:
    std::uint32_t rank_ = 0;
    std::uint32_t size_ = 1;
    std::uint32_t local_size_ = 1;
};

}  // namespace stepvault::mpi
