#include "vault/step_list.h"

#include <algorithm>
#include <system_error>

#include "vault/step_file.h"

namespace stepvault {

Result<StepList> list_steps(const std::filesystem::path& steps_folder) {
    StepList found;
    std::error_code ec;
    for (std::filesystem::directory_iterator it(steps_folder, ec), end; !ec && it != end; it.increment(ec)) {
        if (it->path().extension() != ".svstep") continue;
        const auto name = it->path().stem().native();
        auto meta = read_step_meta(it->path());
        if (!meta) {
            found.unreadable[name] = meta.error().message;
        } else if (meta->id != name) {
            found.unreadable[name] = it->path().native() + ": is the file of another checkpoint";
        } else {
            found.steps.push_back(std::move(*meta));
        }
    }
    if (ec) return system_error(ec.value(), "list", steps_folder.native());
    std::ranges::sort(found.steps, {}, &StepMeta::sequence);
    return found;
}

}  // namespace stepvault
