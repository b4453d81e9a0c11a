#include "vault/restore/restore_plan.h"

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

std::vector<std::vector<bool>> RestorePlan::wanted_chunks(const StepLayout& layout) const {
    std::vector<std::vector<bool>> wanted;
    for (const auto& s : layout.streams)
        wanted.emplace_back(s.chunks());
    const auto want = [&](std::uint32_t stream, std::uint64_t first, std::uint64_t count) {
        const std::uint64_t size = layout.streams[stream].chunk_elements;
        for (auto chunk = first / size; count > 0 && chunk <= (first + count - 1) / size; ++chunk)
            wanted[stream][chunk] = true;
    };
    std::vector<bool> files(layout.files.size());
    for (const auto f : kept)
        files[f] = true;
    std::uint64_t at = 0;
    for (const auto& range : layout.raw_ranges()) {
        if (files[range.file]) want(0, at, range.length);
        at += range.length;
    }
    const auto want_payload = [&](std::uint32_t p) {
        want(layout.payloads[layout.carrier(p)].stream, layout.payloads[p].first, layout.payloads[p].count());
    };
    for (std::uint32_t p = 0; p < layout.payloads.size(); ++p) {
        if (files[layout.payloads[p].file]) want_payload(p);
    }
    for (const auto& file : made) {
        for (const auto& placed : file.tensors)
            want_payload(layout.tensors[placed.tensor].payload);
    }
    return wanted;
}

}  // namespace stepvault
