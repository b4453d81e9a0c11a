#include "vault/rewrite/rewriting_check.h"

#include <system_error>

#include "vault/records/vault_paths.h"

namespace stepvault {

namespace fs = std::filesystem;

Status check_readable(const fs::path& run_folder, const std::string& run, const StepList& listed) {
    for (const auto& [name, why] : listed.unreadable) {
        std::error_code ec;
        if (!fs::exists(step_path(steps_folder(run_folder), name), ec)) continue;
        return Error{ErrorCode::corrupt, why + "; no step of run " + run +
                                             " is removed or coded anew until that file is sound again or "
                                             "you take it out by hand"};
    }
    return {};
}

Status check_none_set_aside(const fs::path& run_folder, const std::string& run) {
    const auto quarantine = quarantine_folder(run_folder);
    std::error_code ec;
    if (!fs::exists(quarantine, ec)) return {};
    STEPVAULT_ASSIGN(set_aside, list_step_files(quarantine));
    if (set_aside.empty()) return {};
    const bool one = set_aside.size() == 1;
    const std::string them = one ? "it" : "them";
    return Error{ErrorCode::corrupt,
                 "in run " + run + " there " +
                     (one ? "is a checkpoint" : "are " + std::to_string(set_aside.size()) + " checkpoints") +
                     " in quarantine that could not come back after this change; bring " + them +
                     " back with `verify --repair --from` a copy of the vault, or give " + them +
                     " up by removing " + quarantine.native()};
}

Status check_rewritable(const fs::path& run_folder, const std::string& run) {
    STEPVAULT_ASSIGN(listed, list_steps(steps_folder(run_folder)));
    STEPVAULT_TRY(check_readable(run_folder, run, listed));
    return check_none_set_aside(run_folder, run);
}

}  // namespace stepvault
