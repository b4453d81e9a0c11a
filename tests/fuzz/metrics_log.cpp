#include "vault/format/metrics_log.h"

#include "base/checksum.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"
#include "vault/format/metrics_frame.h"

namespace fuzz_metrics_log {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

constexpr std::size_t magic = 8;
constexpr std::size_t frame_header = 24;

template <class T>
void put(MutableByteView bytes, std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof(value));
}

void mend_checksums(MutableByteView bytes) {
    for (std::size_t at = magic; at < bytes.size() && bytes.size() - at >= frame_header;) {
        const auto length =
            std::min<std::uint64_t>(load<std::uint64_t>(bytes, at + 8), bytes.size() - at - frame_header);
        put(bytes, at + 8, length);
        put(bytes, at + 16, xxh3(ByteView(bytes).subspan(at + frame_header, length)));
        put(bytes, at + 4, static_cast<std::uint32_t>(xxh3(ByteView(bytes).subspan(at + 8, 16))));
        at += frame_header + length;
    }
}

void read_log(ByteView bytes) {
    const ScratchInput input(bytes);
    (void)MetricsLog::read(input.path(), [](MetricsFrame&& frame) {
        for (const auto& point : frame.points) {
            if (point.tag >= frame.tags.size()) require_nothing_wrong("a point of a tag that is not there");
        }
        if (!decode_metrics_frame(encode_metrics_frame(frame)))
            require_nothing_wrong("a frame does not read as written");
    });
}

}  // namespace

STEPVAULT_FUZZ_TARGET(metrics_log, data, size) {
    read_given_and_mended(data, size, mend_checksums, read_log);
}

}  // namespace fuzz_metrics_log
