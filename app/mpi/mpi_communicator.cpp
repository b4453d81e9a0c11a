#include "mpi_communicator.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <mpi.h>
#include <thread>

namespace stepvault::mpi {

namespace {

/// Ends all processes on an error: if only this one stopped communicating, the others would wait for it.
void check(int code, const char* what) {
    if (code == MPI_SUCCESS) return;
    std::cerr << "stepvault-mpi: MPI: " << what << " failed with code " << code << std::endl;
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/// The most bytes to send per rank and call: MPI counts the bytes of all ranks in an int, and data in transit
/// takes memory.
std::uint64_t largest_piece(std::uint32_t ranks) {
    assert(ranks > 0);
    return std::min<std::uint64_t>(std::uint64_t{16} << 20U,
                                   static_cast<std::uint64_t>(std::numeric_limits<int>::max()) / ranks);
}

/// The offset of each rank's part in a buffer that holds `counts` bytes for the ranks; the sum comes last.
std::vector<int> places_of(const std::vector<int>& counts) {
    std::vector<int> places{0};
    for (const int n : counts)
        places.push_back(places.back() + n);
    return places;
}

}  // namespace

MpiCommunicator::MpiCommunicator(int& argc, char**& argv) {
    // Only the thread that initializes MPI calls MPI, though the process may have other threads.
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rank_ = static_cast<std::uint32_t>(rank);
    size_ = static_cast<std::uint32_t>(size);
    MPI_Comm local = MPI_COMM_NULL;
    int local_size = 1;
    auto first_here = static_cast<std::uint32_t>(rank);
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &local) ==
        MPI_SUCCESS) {
        MPI_Comm_size(local, &local_size);
        const auto mine = first_here;
        MPI_Allreduce(&mine, &first_here, 1, MPI_UINT32_T, MPI_MIN, local);
        MPI_Comm_free(&local);
    }
    local_size_ = static_cast<std::uint32_t>(local_size);
    machines_.resize(size_);
    MPI_Allgather(&first_here, 1, MPI_UINT32_T, machines_.data(), 1, MPI_UINT32_T, MPI_COMM_WORLD);
}

MpiCommunicator::~MpiCommunicator() {
    MPI_Finalize();
}

unsigned MpiCommunicator::threads() const {
    return std::max(1U, std::thread::hardware_concurrency() / local_size_);
}

Result<std::vector<Bytes>> MpiCommunicator::all_gather(ByteView mine) {
    std::uint64_t length = mine.size();
    std::vector<std::uint64_t> lengths(size_);
    check(MPI_Allgather(&length, 1, MPI_UINT64_T, lengths.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD),
          "exchanging lengths");
    std::vector<Bytes> all(size_);
    for (std::uint32_t r = 0; r < size_; ++r)
        all[r].reserve(lengths[r]);
    const auto piece = largest_piece(size_);
    const auto longest = *std::ranges::max_element(lengths);
    Bytes received;
    std::vector<int> counts(size_);
    for (std::uint64_t at = 0; at < longest; at += piece) {
        const auto part = [&](std::uint64_t of) { return of > at ? std::min(of - at, piece) : 0; };
        for (std::uint32_t r = 0; r < size_; ++r)
            counts[r] = static_cast<int>(part(lengths[r]));
        const auto places = places_of(counts);
        received.resize(static_cast<std::size_t>(places.back()));
        const auto own = mine.subspan(std::min<std::uint64_t>(at, mine.size()), part(length));
        check(MPI_Allgatherv(own.data(), static_cast<int>(own.size()), MPI_BYTE, received.data(),
                             counts.data(), places.data(), MPI_BYTE, MPI_COMM_WORLD),
              "exchanging data");
        for (std::uint32_t r = 0; r < size_; ++r) {
            const auto from = received.begin() + places[r];
            all[r].insert(all[r].end(), from, from + counts[r]);
        }
    }
    return all;
}

Result<std::vector<Bytes>> MpiCommunicator::all_to_all(std::span<const Bytes> mine) {
    std::vector<std::uint64_t> to(size_);
    std::vector<std::uint64_t> from(size_);
    for (std::uint32_t r = 0; r < size_; ++r)
        to[r] = mine[r].size();
    check(MPI_Alltoall(to.data(), 1, MPI_UINT64_T, from.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD),
          "dealing lengths");
    std::uint64_t longest = *std::ranges::max_element(to);
    check(MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD), "dealing lengths");
    std::vector<Bytes> received(size_);
    for (std::uint32_t r = 0; r < size_; ++r)
        received[r].reserve(from[r]);
    const auto piece = largest_piece(size_);
    std::vector<int> sent_counts(size_);
    std::vector<int> counts(size_);
    Bytes sent;
    Bytes arrived;
    for (std::uint64_t at = 0; at < longest; at += piece) {
        const auto part = [&](std::uint64_t of) { return of > at ? std::min(of - at, piece) : 0; };
        sent.clear();
        for (std::uint32_t r = 0; r < size_; ++r) {
            sent_counts[r] = static_cast<int>(part(to[r]));
            counts[r] = static_cast<int>(part(from[r]));
            const auto own = ByteView(mine[r]).subspan(std::min(at, to[r]), part(to[r]));
            sent.insert(sent.end(), own.begin(), own.end());
        }
        const auto sent_places = places_of(sent_counts);
        const auto places = places_of(counts);
        arrived.resize(static_cast<std::size_t>(places.back()));
        check(MPI_Alltoallv(sent.data(), sent_counts.data(), sent_places.data(), MPI_BYTE, arrived.data(),
                            counts.data(), places.data(), MPI_BYTE, MPI_COMM_WORLD),
              "dealing data");
        for (std::uint32_t r = 0; r < size_; ++r) {
            const auto begin = arrived.begin() + places[r];
            received[r].insert(received[r].end(), begin, begin + counts[r]);
        }
    }
    return received;
}

void MpiCommunicator::abort(int code) {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::abort();
}

}  // namespace stepvault::mpi
