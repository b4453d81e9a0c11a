#include "vault/records/record_change.h"

#include "vault/records/vault_lock.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace fs = std::filesystem;

Result<RunRecord> change_record(const fs::path& run_folder, const std::function<Status(RunRecord&)>& edit,
                                const RunRecord* known) {
    STEPVAULT_ASSIGN(lock, lock_vault_of(run_folder));
    (void)lock;
    const auto read = RunRecord::read(run_file(run_folder));
    const bool is_lost =
        !read && (read.error().code == ErrorCode::corrupt || read.error().code == ErrorCode::not_found);
    if (!read && (!known || !is_lost)) return read.error();
    auto record = read ? *read : *known;
    STEPVAULT_TRY(edit(record));
    if (!read || record != *read) STEPVAULT_TRY(record.write(run_file(run_folder)));
    return record;
}

}  // namespace stepvault
