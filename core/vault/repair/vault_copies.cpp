#include "vault/repair/vault_copies.h"

#include <system_error>

#include "vault/chain/shared_base.h"
#include "vault/originals/file_copying.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

Status copy(const std::filesystem::path& from, File& out) {
    STEPVAULT_ASSIGN(file, File::open_read(from));
    return copy_content(file, out);
}

}  // namespace

std::string VaultCopies::name() const {
    return "the vault in " + vault_.native();
}

Status VaultCopies::copy_step(const std::string& run_id, const std::string& checkpoint_id, File& out) const {
    return copy(step_path(steps_folder(runs_folder(vault_) / run_id), checkpoint_id), out);
}

Status VaultCopies::copy_shared_base(std::uint64_t digest, File& out) const {
    const auto path = shared_base_path(vault_, digest);
    std::error_code ec;
    if (std::filesystem::exists(path, ec)) return copy(path, out);
    // The copy may be older than the sharing.
    for (std::filesystem::directory_iterator run(runs_folder(vault_), ec), end; !ec && run != end;
         run.increment(ec)) {
        const auto step = open_first_step(steps_folder(run->path()));
        if (step && can_be_shared_base(*step, digest)) return copy(step->path(), out);
    }
    return Error{ErrorCode::not_found, name() + " lacks " + path.filename().native()};
}

Result<RunRecord> VaultCopies::record(const std::string& run_id) const {
    return RunRecord::read(run_file(runs_folder(vault_) / run_id));
}

}  // namespace stepvault
