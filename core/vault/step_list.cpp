#include "vault/step_list.h"

#include <algorithm>
#include <system_error>

#include "vault/step_file.h"

namespace stepvault {

Result<std::vector<std::filesystem::path>> list_step_files(const std::filesystem::path& steps_folder) {
    std::vector<std::filesystem::path> files;
    std::error_code ec;
    for (std::filesystem::directory_iterator it(steps_folder, ec), end; !ec && it != end; it.increment(ec)) {
        if (it->path().extension() == ".svstep") files.push_back(it->path());
    }
    if (ec) return system_error(ec.value(), "list", steps_folder.native());
    std::ranges::sort(files);
    return files;
}

Result<StepList> list_steps(const std::filesystem::path& steps_folder) {
    StepList found;
    STEPVAULT_ASSIGN(files, list_step_files(steps_folder));
    for (const auto& file : files) {
        const auto name = file.stem().native();
        auto meta = read_step_meta(file);
        if (!meta) {
            found.unreadable[name] = meta.error().message;
        } else if (meta->id != name) {
            found.unreadable[name] = file.native() + ": is the file of another checkpoint";
        } else {
            found.steps.push_back(std::move(*meta));
        }
    }
    std::ranges::sort(found.steps, {}, &StepMeta::sequence);
    return found;
}

}  // namespace stepvault
