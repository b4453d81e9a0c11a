#include "vault/repair/record_repair.h"

#include <system_error>

#include "base/atomic_file.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace fs = std::filesystem;

Result<std::string> repair_record(const fs::path& run_folder, std::span<const CopySource* const> copies,
                                  const RunRecord& fallback) {
    const auto file = run_file(run_folder);
    const auto present = RunRecord::read(file);
    const auto run_id = run_folder.filename().native();
    if (present && present->id == run_id) return std::string();
    if (!present && present.error().code != ErrorCode::corrupt &&
        present.error().code != ErrorCode::not_found)
        return present.error();
    auto record = fallback;
    std::string how = "from the catalog; its pins are lost";
    for (const auto* source : copies) {
        auto copy = source->record(run_id);
        if (!copy || copy->id != run_id) continue;
        record = std::move(*copy);
        how = "from " + source->name();
        break;
    }
    std::error_code ec;
    if (fs::exists(file, ec)) STEPVAULT_TRY(set_aside(file));
    STEPVAULT_TRY(record.write(file));
    return how;
}

}  // namespace stepvault
