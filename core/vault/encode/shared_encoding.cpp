#include "vault/encode/shared_encoding.h"

#include <algorithm>

namespace stepvault {

ChunkOwners owners_by_holder(const StepLayout& layout, std::span<const std::uint32_t> holders,
                             std::uint32_t ranks) {
    ChunkOwners owners;
    for (const auto& stream : layout.streams) {
        auto& of_stream = owners.emplace_back(stream.chunks());
        if (!stream.payloads.empty()) {
            std::ranges::fill(of_stream, holders[layout.payloads[stream.payloads.front()].file]);
        } else {
            for (std::size_t chunk = 0; chunk < of_stream.size(); ++chunk)
                of_stream[chunk] = static_cast<std::uint32_t>(chunk % ranks);
        }
    }
    return owners;
}

}  // namespace stepvault
