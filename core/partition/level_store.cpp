#include "partition/level_store.h"

#include <algorithm>
#include <set>
#include <system_error>

#include "base/atomic_file.h"
#include "vault/format/step_meta.h"

namespace stepvault {

namespace fs = std::filesystem;

std::vector<std::string> list_level_steps(const fs::path& folder, const std::string& run_id) {
    std::vector<std::string> ids;
    std::error_code ec;
    for (fs::directory_iterator it(folder / run_id, ec), end; !ec && it != end; it.increment(ec)) {
        const auto name = it->path().filename().native();
        std::error_code ignored;
        if (is_checkpoint_id(name) && it->is_directory(ignored)) ids.push_back(name);
    }
    std::ranges::sort(ids, is_older_id);
    return ids;
}

std::vector<LevelSave> list_level_saves(const fs::path& folder, const std::string& run_id) {
    std::vector<LevelSave> saves;
    for (const auto& id : list_level_steps(folder, run_id)) {
        std::error_code ec;
        for (fs::directory_iterator it(level_folder(folder, run_id, id), ec), end; !ec && it != end;
             it.increment(ec)) {
            if (is_temporary_name(it->path().filename().native())) continue;
            const auto header = read_level_header(it->path());
            if (!header || header->run_id != run_id || header->step_id != id) continue;
            saves.push_back({id, header->level, header->saved_ns});
            break;
        }
    }
    return saves;
}

LevelsFound read_level_step(const fs::path& folder, const std::string& run_id, const std::string& step_id) {
    LevelsFound found;
    std::error_code ec;
    for (fs::directory_iterator it(level_folder(folder, run_id, step_id), ec), end; !ec && it != end;
         it.increment(ec)) {
        if (is_temporary_name(it->path().filename().native())) continue;
        auto file = LevelFile::read(it->path());
        if (!file) {
            found.damaged.push_back(file.error().message);
        } else if (file->header.run_id == run_id && file->header.step_id == step_id) {
            found.files.push_back(std::move(*file));
        } else {
            found.damaged.push_back(it->path().native() + " belongs to another step");
        }
    }
    return found;
}

void drop_levels(const fs::path& folder, const std::string& run_id, std::uint32_t level,
                 const std::string& kept) {
    std::set<std::string> spared{kept};
    for (const auto& save : list_level_saves(folder, run_id)) {
        if (save.level > level) spared.insert(save.step_id);
    }
    for (const auto& id : list_level_steps(folder, run_id)) {
        std::error_code ec;
        if (!spared.contains(id)) fs::remove_all(level_folder(folder, run_id, id), ec);
    }
}

}  // namespace stepvault
