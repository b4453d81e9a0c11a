#include "vault/restore_plan.h"

#include <numeric>

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

}  // namespace stepvault
