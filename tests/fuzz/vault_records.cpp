// Reads the input as run.json, as removed.json and as vault.json.
#include <filesystem>

#include "fuzz/scratch_folder.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"
#include "vault/records/removed_steps.h"
#include "vault/records/run_record.h"
#include "vault/records/vault.h"
#include "vault/records/vault_paths.h"

namespace fuzz_vault_records {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

/// A vault whose vault.json is a link to the bytes of the current input.
class LinkedVault {
 public:
    LinkedVault() { std::filesystem::create_directories(runs_folder(folder_.path())); }
    [[nodiscard]] Result<Vault> open(const ScratchInput& input) const {
        std::filesystem::remove(vault_file(folder_.path()));
        std::filesystem::create_symlink(input.path(), vault_file(folder_.path()));
        return Vault::open(folder_.path(), false);
    }

 private:
    ScratchFolder folder_;
};

}  // namespace

STEPVAULT_FUZZ_TARGET(vault_records, data, size) {
    static const LinkedVault vault;
    const ScratchInput input(as_bytes(data, size));
    (void)RunRecord::read(input.path());
    (void)read_removed_steps(input.path());
    if (const auto opened = vault.open(input)) {
        (void)opened->runs();
        (void)opened->setting("retention");
    }
}

}  // namespace fuzz_vault_records
