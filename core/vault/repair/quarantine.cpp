#include "vault/repair/quarantine.h"

#include <ranges>
#include <system_error>

#include "base/atomic_file.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace fs = std::filesystem;

Quarantine::Quarantine(const fs::path& run_folder) : folder_(quarantine_folder(run_folder)) {}

fs::path Quarantine::free_name_of(const std::string& id) const {
    const auto name = step_path(folder_, id).native();
    std::error_code ec;
    for (int n = 2;; ++n) {
        fs::path other(name + '-' + std::to_string(n));
        if (!fs::exists(other, ec)) return other;
    }
}

Result<std::vector<std::string>> Quarantine::take(
    const fs::path& steps, const std::map<std::string, std::string>& lost,
    const std::function<bool(const std::string& id)>& is_usable) const {
    std::vector<std::string> moved;
    if (lost.empty()) return moved;
    STEPVAULT_TRY(make_folders(folder_, FileAccess::of_folder));
    // Newest first: after an interruption, the steps that are left still have everything that they build on.
    for (const auto& id : std::views::keys(lost) | std::views::reverse) {
        const auto from = step_path(steps, id);
        std::error_code ec;
        if (!fs::exists(from, ec)) continue;
        const auto to = step_path(folder_, id);
        // A power failure may have left the file in both places.
        if (fs::equivalent(from, to, ec)) {
            fs::remove(from, ec);
        } else if (!fs::exists(to, ec)) {
            fs::rename(from, to, ec);
        } else if (is_usable(id)) {
            fs::rename(to, free_name_of(id), ec);
            if (!ec) fs::rename(from, to, ec);
        } else {
            // The file in quarantine may be sound, so it keeps its name.
            fs::rename(from, free_name_of(id), ec);
        }
        if (ec) return system_error(ec.value(), "set aside", from.native());
        moved.push_back(id);
    }
    STEPVAULT_TRY(sync_folder(folder_));
    STEPVAULT_TRY(sync_folder(steps));
    return moved;
}

}  // namespace stepvault
