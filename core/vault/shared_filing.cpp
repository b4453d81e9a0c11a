#include "vault/shared_filing.h"

#include <algorithm>

namespace stepvault {

ChunkOwners even_owners(const StepLayout& layout, std::uint32_t ranks) {
    ChunkOwners owners;
    std::vector<std::uint64_t> load(ranks, 0);
    for (const auto& stream : layout.streams) {
        const auto chunks = stream.chunks();
        // Those with the least get one more of what does not divide.
        std::vector<std::uint32_t> order(ranks);
        for (std::uint32_t r = 0; r < ranks; ++r)
            order[r] = r;
        std::ranges::stable_sort(order, {}, [&](std::uint32_t r) { return load[r]; });
        std::vector<std::uint64_t> parts(ranks, chunks / ranks);
        for (std::uint32_t i = 0; i < chunks % ranks; ++i)
            ++parts[order[i]];
        auto& of_stream = owners.emplace_back();
        of_stream.reserve(chunks);
        for (std::uint32_t r = 0; r < ranks; ++r) {
            for (std::uint64_t i = 0; i < parts[r]; ++i) {
                load[r] += stream.chunk_bytes(of_stream.size());
                of_stream.push_back(r);
            }
        }
    }
    return owners;
}

}  // namespace stepvault
