#include "vault/run/sound_steps.h"

#include <algorithm>

#include "vault/format/step_file.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

bool SoundSteps::check(const std::filesystem::path& folder, const std::vector<StepMeta>& steps,
                       const StepMeta& step) {
    const auto* next = &step;
    std::map<std::string, FileIdentity> checked;
    while (true) {
        const auto path = step_path(folder, next->id);
        const auto present = file_identity(path);
        if (!present) return false;
        const auto known = identities_.find(next->id);
        if (known == identities_.end() || known->second != *present) {
            const auto file = StepFile::open(path);
            if (!file || !file->check_all([](std::uint64_t) { return Status(); })) return false;
            checked[next->id] = *present;
        }
        if (next->parent.empty()) break;
        const auto parent = std::ranges::find(steps, next->parent, &StepMeta::id);
        if (parent == steps.end()) return false;
        next = &*parent;
    }
    for (auto& [id, identity] : checked)
        identities_[id] = identity;
    return true;
}

void SoundSteps::add(const std::filesystem::path& folder, const std::string& id) {
    if (const auto published = file_identity(step_path(folder, id))) identities_[id] = *published;
}

}  // namespace stepvault
