#include <bit>

#include "base/checksum.h"
#include "fuzz/poll_to_end.h"
#include "fuzz/target.h"
#include "metrics/event_file_source.h"

namespace fuzz_event_file {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

constexpr std::size_t header = 12;
constexpr std::size_t footer = 4;

void put_checksum(MutableByteView bytes, std::size_t begin, std::size_t length) {
    const auto masked = std::rotr(crc32c(ByteView(bytes).subspan(begin, length)), 15) + 0xA282EAD8U;
    std::memcpy(bytes.data() + begin + length, &masked, sizeof(masked));
}

void mend_checksums(MutableByteView bytes) {
    for (std::size_t at = 0; bytes.size() - at >= header + footer;) {
        put_checksum(bytes, at, 8);
        const auto length = load<std::uint64_t>(bytes, at);
        if (length > bytes.size() - at - header - footer) return;
        put_checksum(bytes, at + header, length);
        at += header + length + footer;
    }
}

}  // namespace

STEPVAULT_FUZZ_TARGET(event_file, data, size) {
    read_given_and_mended(data, size, mend_checksums, [](ByteView bytes) {
        const ScratchInput input(bytes);
        EventFileSource source(input.path());
        poll_to_end(source);
    });
}

}  // namespace fuzz_event_file
