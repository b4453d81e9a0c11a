#include "base/checksum.h"
#include "fuzz/poll_to_end.h"
#include "fuzz/target.h"
#include "metrics/wandb_source.h"

namespace fuzz_wandb {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

constexpr std::size_t file_header = 7;
constexpr std::size_t chunk_header = 7;
constexpr std::size_t block = 32768;

void mend_checksums(MutableByteView bytes) {
    for (std::size_t at = file_header; at < bytes.size() && bytes.size() - at >= chunk_header;) {
        const auto left = block - at % block;
        const std::size_t length = load<std::uint16_t>(bytes, at + 4);
        if (left < chunk_header || chunk_header + length > left) {
            at += left;
            continue;
        }
        if (chunk_header + length > bytes.size() - at) return;
        const auto crc = crc32(0, ByteView(bytes).subspan(at + 6, 1 + length));
        std::memcpy(bytes.data() + at, &crc, sizeof(crc));
        at += chunk_header + length;
    }
}

}  // namespace

STEPVAULT_FUZZ_TARGET(wandb, data, size) {
    read_given_and_mended(data, size, mend_checksums, [](ByteView bytes) {
        const ScratchInput input(bytes);
        WandbSource source(input.path());
        poll_to_end(source);
    });
}

}  // namespace fuzz_wandb
