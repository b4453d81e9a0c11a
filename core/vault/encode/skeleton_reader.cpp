#include "vault/encode/skeleton_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "vault/format/crc_ranges.h"

namespace stepvault {

Status SkeletonReader::omit_derivable_crcs(const std::vector<std::uint32_t>& payload_crcs) {
    auto range = ranges_.begin();
    std::uint64_t at = 0;  // start of the range in the skeleton
    auto crcs = std::vector<StoredCrc*>();
    for (auto& c : layout_.crcs)
        crcs.push_back(&c);
    std::sort(crcs.begin(), crcs.end(), [](const auto* a, const auto* b) {
        return std::pair(a->file, a->offset) < std::pair(b->file, b->offset);
    });
    for (auto* c : crcs) {
        std::array<std::byte, 4> stored{};
        STEPVAULT_TRY(checkpoint_.files[c->file].file.read_exact(c->offset, stored));
        STEPVAULT_ASSIGN(right, crc_of_range(layout_, *c, payload_crcs, checkpoint_.files[c->file].file));
        c->holds = load<std::uint32_t>(stored) == right;
        if (!c->holds) continue;
        while (range != ranges_.end() &&
               (range->file < c->file ||
                (range->file == c->file && range->offset + range->length <= c->offset))) {
            at += (range++)->length;
        }
        if (range == ranges_.end() || range->file != c->file || c->offset < range->offset) {
            c->holds = false;  // lies in a payload, so the skeleton cannot omit it
            continue;
        }
        left_out_.push_back(at + (c->offset - range->offset));
    }
    return {};
}

Status SkeletonReader::read(std::uint64_t chunk, Bytes& values) const {
    const auto& s = layout_.streams[0];
    const auto first = s.chunk_first(chunk);
    values.resize(s.chunk_bytes(chunk));
    const auto end = first + values.size();
    std::uint64_t at = 0;
    for (const auto& range : ranges_) {
        const auto from = std::max(at, first);
        const auto to = std::min(at + range.length, end);
        if (from < to) {
            STEPVAULT_TRY(checkpoint_.files[range.file].file.read_exact(
                range.offset + (from - at), MutableByteView(values).subspan(from - first, to - from)));
        }
        at += range.length;
    }
    // A field may begin in the previous chunk.
    for (auto field = std::lower_bound(left_out_.begin(), left_out_.end(), first < 3 ? 0 : first - 3);
         field != left_out_.end() && *field < end; ++field) {
        for (auto i = std::max(*field, first); i < std::min(*field + 4, end); ++i)
            values[i - first] = std::byte{0};
    }
    return {};
}

}  // namespace stepvault
