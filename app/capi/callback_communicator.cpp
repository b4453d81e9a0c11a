#include "callback_communicator.h"

#include <exception>

namespace stepvault::capi {

namespace {

/// The bytes delivered so far. No exception may pass through the caller's function.
struct Received {
    std::vector<Bytes> by_rank;
    std::uint32_t next = 0;
    bool wrong = false;

    static void take(void* sink, std::uint32_t rank, const void* data, std::size_t length) noexcept {
        auto& received = *static_cast<Received*>(sink);
        if (rank != received.next || rank >= received.by_rank.size()) {
            received.wrong = true;
            return;
        }
        try {
            const auto* bytes = static_cast<const std::byte*>(data);
            received.by_rank[rank].assign(bytes, bytes + length);
            ++received.next;
        } catch (const std::exception&) {
            received.wrong = true;
        }
    }
    Result<std::vector<Bytes>> result(int failed) {
        if (failed != 0 || wrong || next != by_rank.size())
            return Error{ErrorCode::io, "the processes lost touch with each other"};
        return std::move(by_rank);
    }
};

}  // namespace

Result<std::vector<Bytes>> CallbackCommunicator::all_gather(ByteView mine) {
    Received received{std::vector<Bytes>(communicator_.size)};
    return received.result(communicator_.all_gather(communicator_.context, mine.data(), mine.size(),
                                                    &Received::take, &received));
}

Result<std::vector<Bytes>> CallbackCommunicator::all_to_all(std::span<const Bytes> mine) {
    if (communicator_.all_to_all == nullptr) return Communicator::all_to_all(mine);
    std::vector<stepvault_text> parts;
    for (const auto& part : mine)
        parts.push_back({as_text(part).data(), part.size()});
    Received received{std::vector<Bytes>(communicator_.size)};
    return received.result(
        communicator_.all_to_all(communicator_.context, parts.data(), &Received::take, &received));
}

}  // namespace stepvault::capi
