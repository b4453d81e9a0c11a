#include "vault/format/matrix_rows.h"

#include <algorithm>

namespace stepvault {

std::vector<std::uint64_t> row_lengths(const StepLayout& layout) {
    std::vector<std::uint64_t> columns(layout.payloads.size());
    std::vector<bool> seen(layout.payloads.size());
    for (const auto& t : layout.tensors) {
        if (seen[t.payload]) continue;
        seen[t.payload] = true;
        std::int64_t longest = 0;
        std::uint64_t dimensions = 0;
        for (std::size_t d = 0; d < t.shape.size() && d < t.stride.size(); ++d) {
            if (t.shape[d] < 2) continue;
            ++dimensions;
            longest = std::max(longest, t.stride[d]);
        }
        if (dimensions >= 2 && t.offset == 0) columns[t.payload] = static_cast<std::uint64_t>(longest);
    }
    return columns;
}

}  // namespace stepvault
