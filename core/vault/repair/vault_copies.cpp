#include "vault/repair/vault_copies.h"

#include <algorithm>

#include "vault/records/vault_paths.h"

namespace stepvault {

std::string VaultCopies::name() const {
    return "the vault in " + vault_.native();
}

Status VaultCopies::copy_step(const std::string& run_id, const std::string& checkpoint_id, File& out) const {
    constexpr std::uint64_t at_once = std::uint64_t{4} << 20;
    STEPVAULT_ASSIGN(file,
                     File::open_read(step_path(steps_folder(runs_folder(vault_) / run_id), checkpoint_id)));
    STEPVAULT_ASSIGN(size, file.size());
    Bytes buffer(std::min(size, at_once));
    for (std::uint64_t done = 0; done < size;) {
        const auto part = MutableByteView(buffer).first(std::min(at_once, size - done));
        STEPVAULT_TRY(file.read_exact(done, part));
        STEPVAULT_TRY(out.write_all(done, part));
        done += part.size();
    }
    return {};
}

Result<RunRecord> VaultCopies::record(const std::string& run_id) const {
    return RunRecord::read(run_file(runs_folder(vault_) / run_id));
}

}  // namespace stepvault
