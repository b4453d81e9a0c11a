#include "vault/run/sound_steps.h"

#include <algorithm>

#include "vault/chain/shared_base.h"
#include "vault/format/step_file.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

bool SoundSteps::check(const std::filesystem::path& folder, const std::vector<StepMeta>& steps,
                       const StepMeta& step) {
    const auto* next = &step;
    std::map<std::string, FileIdentity> checked;
    const auto check_file = [&](const std::string& name, const std::filesystem::path& path) {
        const auto present = file_identity(path);
        if (!present) return false;
        const auto known = identities_.find(name);
        if (known != identities_.end() && known->second == *present) return true;
        const auto file = StepFile::open(path);
        if (!file || !file->check_all([](std::uint64_t) { return Status(); })) return false;
        checked[name] = *present;
        return true;
    };
    while (true) {
        if (!check_file(next->id, step_path(folder, next->id))) return false;
        if (next->leans_on_shared_base()) {
            const auto shared = open_shared_base(folder, next->parent_digest);
            if (!shared || !check_file(shared->path().filename().native(), shared->path())) return false;
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
