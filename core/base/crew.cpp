#include "base/crew.h"

namespace stepvault {

namespace {

constexpr std::uint8_t well = 0xFF;

}  // namespace

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
    if (!in.ok() || code > static_cast<std::uint8_t>(ErrorCode::cancelled))
        return Error{ErrorCode::corrupt, "another process of the crew sent something unreadable"};
    return Error{static_cast<ErrorCode>(code), message};
}

Status agree(Crew* crew, const Status& mine) {
    if (crew == nullptr) return mine;
    ByteWriter out;
    put_status(out, mine);
    STEPVAULT_ASSIGN(all, crew->exchange(out.view()));
    for (const auto& bytes : all) {
        ByteReader in(bytes);
        STEPVAULT_TRY(get_status(in));
    }
    return {};
}

}  // namespace stepvault
