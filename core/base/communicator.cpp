#include "base/communicator.h"

namespace stepvault {

namespace {

constexpr std::uint8_t well = 0xFF;

}  // namespace

Error unreadable_message() {
    return {ErrorCode::corrupt, "another process of the group sent an unreadable message"};
}

Result<std::vector<Bytes>> Communicator::all_to_all(std::span<const Bytes> mine) {
    ByteWriter out;
    for (const auto& part : mine)
        out.put_text(as_text(part));
    STEPVAULT_ASSIGN(all, all_gather(out.view()));
    std::vector<Bytes> received;
    for (const auto& bytes : all) {
        ByteReader in(bytes);
        for (std::uint32_t to = 0; to < rank(); ++to)
            in.get_bytes(in.get_varint());
        const auto part = in.get_bytes(in.get_varint());
        if (!in.ok()) return unreadable_message();
        received.emplace_back(part.begin(), part.end());
    }
    return received;
}

void put_status(ByteWriter& out, const Status& status) {
    if (status) {
        out.put(well);
        return;
    }
    out.put(static_cast<std::uint8_t>(status.error().code));
    out.put_text(status.error().message);
}

Status get_status(ByteReader& in) {
    const auto code = in.get<std::uint8_t>();
    if (code == well) return {};
    const auto message = in.get_text();
    if (!in.ok() || code > static_cast<std::uint8_t>(ErrorCode::cancelled)) return unreadable_message();
    return Error{static_cast<ErrorCode>(code), message};
}

Result<Bytes> broadcast(Communicator& communicator, ByteView mine) {
    STEPVAULT_ASSIGN(all, communicator.all_gather(communicator.rank() == 0 ? mine : ByteView()));
    return std::move(all.front());
}

Status all_reduce_status(Communicator& communicator, const Status& mine) {
    if (communicator.is_alone()) return mine;
    ByteWriter out;
    put_status(out, mine);
    STEPVAULT_ASSIGN(all, communicator.all_gather(out.view()));
    for (const auto& bytes : all) {
        ByteReader in(bytes);
        STEPVAULT_TRY(get_status(in));
    }
    return {};
}

}  // namespace stepvault
