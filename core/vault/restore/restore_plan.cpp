#include "vault/restore/restore_plan.h"

#include <cassert>
#include <numeric>

#include "vault/restore/wanted_ranges.h"

namespace stepvault {

RestorePlan RestorePlan::whole(const StepLayout& layout) {
    RestorePlan plan;
    plan.kept.resize(layout.files.size());
    std::iota(plan.kept.begin(), plan.kept.end(), 0U);
    return plan;
}

std::vector<StoredFile> RestorePlan::files(const StepLayout& layout) const {
    std::vector<StoredFile> files;
    for (const auto i : kept)
        files.push_back(layout.files[i]);
    for (const auto& file : made)
        files.push_back({.path = file.path, .size = file.size, .format = "safetensors", .note = {}});
    return files;
}

std::uint64_t RestorePlan::bytes(const StepLayout& layout) const {
    std::uint64_t n = 0;
    for (const auto& file : files(layout))
        n += file.size;
    return n;
}

std::vector<std::vector<bool>> RestorePlan::wanted_chunks(const StepLayout& layout) const {
    std::vector<FileRange> ranges;
    for (const auto file : kept)
        ranges.push_back({file, 0, layout.files[file].size});
    for (const auto& file : made) {
        for (const auto& placed : file.tensors) {
            const auto& payload = layout.payloads[layout.tensors[placed.tensor].payload];
            ranges.push_back({payload.file, payload.offset, payload.length});
        }
    }
    const auto wanted = WantedRanges::of(layout, ranges);
    assert(wanted);  // all ranges are the layout's own
    return wanted->chunks();
}

}  // namespace stepvault
