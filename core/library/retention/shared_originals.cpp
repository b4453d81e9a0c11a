#include "library/retention/shared_originals.h"

#include <algorithm>
#include <utility>

#include "vault/originals/original.h"
#include "vault/originals/original_paths.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

SharedOriginals::SharedOriginals(const RunRecord& run, std::filesystem::path steps,
                                 std::span<const StepMeta> metas)
    : run_(run), steps_(std::move(steps)) {
    for (const auto& meta : metas) {
        const auto step = StepFile::open(step_path(steps_, meta.id));
        if (!step) continue;
        for (const auto& [path, size] : original_paths(*step))
            by_path_.emplace(path, &meta);
    }
}

SharedOriginals::Paths SharedOriginals::paths_of(const OpenCheckpoint& original) {
    Paths paths;
    for (const auto& file : original.files)
        paths.insert(original.candidate.source_of(file.relative));
    return paths;
}

std::vector<const StepMeta*> SharedOriginals::others_of(const StepMeta& meta, const Paths& paths) const {
    std::set<const StepMeta*> others;
    for (const auto& path : paths) {
        const auto [begin, end] = by_path_.equal_range(path);
        for (auto at = begin; at != end; ++at) {
            if (at->second->id != meta.id) others.insert(at->second);
        }
    }
    std::erase_if(others, [&](const StepMeta* other) {
        const auto theirs = find_original(run_, *other, step_path(steps_, other->id));
        return !theirs || std::ranges::none_of(paths_of(*theirs),
                                               [&](const auto& path) { return paths.contains(path); });
    });
    return {others.begin(), others.end()};
}

}  // namespace stepvault
