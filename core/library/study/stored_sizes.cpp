#include "library/study/stored_sizes.h"

#include <cmath>

namespace stepvault {

std::vector<std::uint64_t> stored_sizes(const StepFile& step) {
    const auto& layout = step.layout();
    std::vector<double> bytes(layout.payloads.size());
    for (std::uint32_t s = 1; s < layout.streams.size(); ++s) {
        const auto& stream = layout.streams[s];
        const auto& chunks = step.stream(s).chunks;
        for (std::uint64_t chunk = 0; chunk < chunks.size(); ++chunk) {
            const auto share =
                static_cast<double>(chunks[chunk].length) / static_cast<double>(stream.chunk_count(chunk));
            (void)for_each_part(layout, stream, stream.chunk_first(chunk), stream.chunk_count(chunk),
                                [&](auto p, auto, auto n, auto) -> Status {
                                    bytes[p] += share * static_cast<double>(n);
                                    return {};
                                });
        }
    }
    std::vector<std::uint64_t> sizes;
    sizes.reserve(bytes.size());
    for (const double b : bytes)
        sizes.push_back(static_cast<std::uint64_t>(std::llround(b)));
    return sizes;
}

}  // namespace stepvault
