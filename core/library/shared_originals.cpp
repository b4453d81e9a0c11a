#include "library/shared_originals.h"

#include <algorithm>
#include <set>
#include <utility>

#include "vault/original.h"
#include "vault/original_paths.h"
#include "vault/vault_paths.h"

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

std::vector<const StepMeta*> SharedOriginals::others_of(const StepMeta& meta,
                                                        const OpenCheckpoint& original) const {
    std::set<const StepMeta*> others;
    for (const auto& file : original.files) {
        const auto [begin, end] = by_path_.equal_range(original.candidate.source_of(file.relative));
        for (auto at = begin; at != end; ++at) {
            if (at->second->id != meta.id) others.insert(at->second);
        }
    }
    std::set<std::string> own;
    for (const auto& file : original.files)
        own.insert(original.candidate.source_of(file.relative));
    std::erase_if(others, [&](const StepMeta* other) {
        const auto theirs = find_original(run_, *other, step_path(steps_, other->id));
        return !theirs || std::ranges::none_of(theirs->files, [&](const auto& file) {
            return own.contains(theirs->candidate.source_of(file.relative));
        });
    });
    return {others.begin(), others.end()};
}

}  // namespace stepvault
