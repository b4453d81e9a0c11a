#include "base/forked_processes.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/file.h"

namespace stepvault {

namespace {

const char* const gone = "another process of the group has died";

class Socket {
 public:
    explicit Socket(int fd) : fd_(fd) {}
    Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Socket& operator=(Socket&&) = delete;
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() {
        if (fd_ >= 0) ::close(fd_);
    }

    [[nodiscard]] Status send(std::span<const std::uint64_t> numbers) const {
        auto bytes = std::as_bytes(numbers);
        while (!bytes.empty()) {
            const auto n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return Error{ErrorCode::io, gone};
            bytes = bytes.subspan(static_cast<std::size_t>(n));
        }
        return {};
    }
    [[nodiscard]] Status receive(std::span<std::uint64_t> numbers) const {
        auto bytes = std::as_writable_bytes(numbers);
        while (!bytes.empty()) {
            const auto n = ::recv(fd_, bytes.data(), bytes.size(), 0);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return Error{ErrorCode::io, gone};
            bytes = bytes.subspan(static_cast<std::size_t>(n));
        }
        return {};
    }

 private:
    int fd_;
};

/// Rank 0 has a socket to each other process; each of those has one to rank 0. The exchanged bytes are in
/// memory that all processes share, with one file for each process.
class ForkedCommunicator : public Communicator {
 public:
    ForkedCommunicator(std::uint32_t rank, std::vector<File>& said, std::vector<Socket> sockets)
        : rank_(rank), said_(said), sockets_(std::move(sockets)) {}

    [[nodiscard]] std::uint32_t rank() const override { return rank_; }
    [[nodiscard]] std::uint32_t size() const override { return static_cast<std::uint32_t>(said_.size()); }

    Result<std::vector<Bytes>> all_gather(ByteView mine) override {
        STEPVAULT_TRY(said_[rank_].write_all(0, mine));
        STEPVAULT_ASSIGN(lengths, meet(mine.size()));
        std::vector<Bytes> all(said_.size());
        for (std::size_t r = 0; r < all.size(); ++r) {
            all[r].resize(lengths[r]);
            STEPVAULT_TRY(said_[r].read_exact(0, all[r]));
        }
        // No process may write its next message before all have read this one.
        STEPVAULT_TRY(meet(0));
        return all;
    }

 private:
    /// Returns the numbers of all processes, ordered by rank, once every process has called.
    Result<std::vector<std::uint64_t>> meet(std::uint64_t mine) {
        std::vector<std::uint64_t> all(said_.size(), mine);
        const std::span numbers(all);
        if (rank_ > 0) {
            STEPVAULT_TRY(sockets_.front().send(numbers.first(1)));
            STEPVAULT_TRY(sockets_.front().receive(numbers));
            return all;
        }
        for (std::size_t r = 1; r < all.size(); ++r)
            STEPVAULT_TRY(sockets_[r - 1].receive(numbers.subspan(r, 1)));
        for (const auto& socket : sockets_)
            STEPVAULT_TRY(socket.send(numbers));
        return all;
    }

    std::uint32_t rank_;
    std::vector<File>& said_;
    std::vector<Socket> sockets_;
};

Status run_as(ForkedCommunicator communicator, const std::function<Status(Communicator&)>& work) {
    Status done;
    try {
        done = work(communicator);
    } catch (const std::exception& e) {
        // The other processes notice the failure when the sockets close.
        return Error{ErrorCode::io, std::string("out of memory or of another resource: ") + e.what()};
    }
    return all_reduce_status(communicator, done);
}

[[noreturn]] void run_child(std::uint32_t rank, std::vector<File>& said, Socket socket,
                            const std::function<Status(Communicator&)>& work) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::vector<Socket> sockets;
    sockets.push_back(std::move(socket));
    (void)run_as(ForkedCommunicator(rank, said, std::move(sockets)), work);
    // The child must not close or flush anything inherited from its parent.
    ::_exit(0);
}

}  // namespace

Status run_forked(std::uint32_t processes, const std::function<Status(Communicator&)>& work) {
    std::vector<File> said;
    for (std::uint32_t rank = 0; rank < processes; ++rank) {
        STEPVAULT_ASSIGN(file, File::in_memory("what a process says", 0));
        said.push_back(std::move(file));
    }
    std::vector<Socket> sockets;
    std::vector<pid_t> children;
    Status status;
    for (std::uint32_t rank = 1; rank < processes && status; ++rank) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
            status = Error{ErrorCode::io, "no socket is left for another process"};
            break;
        }
        Socket here(ends[0]);
        Socket there(ends[1]);
        const auto child = ::fork();
        if (child == 0) {
            // A sibling's socket left open here would hide the end of rank 0.
            sockets.clear();
            { const Socket closed(std::move(here)); }
            run_child(rank, said, std::move(there), work);
        }
        if (child < 0) {
            status = Error{ErrorCode::io, "no process can be started"};
        } else {
            children.push_back(child);
            sockets.push_back(std::move(here));
        }
    }
    if (status) {
        status = run_as(ForkedCommunicator(0, said, std::move(sockets)), work);
    } else {
        sockets.clear();
    }
    for (const auto child : children) {
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    return status;
}

}  // namespace stepvault
