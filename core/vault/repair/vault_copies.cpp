#include "vault/repair/vault_copies.h"

#include "vault/chain/shared_base.h"
#include "vault/originals/file_copying.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

Status copy(const std::filesystem::path& from, File& out) {
    STEPVAULT_ASSIGN(file, File::open_read(from));
    return read_through(
        file, [&](std::uint64_t offset, ByteView bytes) { return out.write_all(offset, bytes); });
}

}  // namespace

std::string VaultCopies::name() const {
    return "the vault in " + vault_.native();
}

Status VaultCopies::copy_step(const std::string& run_id, const std::string& checkpoint_id, File& out) const {
    return copy(step_path(steps_folder(runs_folder(vault_) / run_id), checkpoint_id), out);
}

Status VaultCopies::copy_shared_base(std::uint64_t digest, File& out) const {
    return copy(shared_base_path(vault_, digest), out);
}

Result<RunRecord> VaultCopies::record(const std::string& run_id) const {
    return RunRecord::read(run_file(runs_folder(vault_) / run_id));
}

}  // namespace stepvault
