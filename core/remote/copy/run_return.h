// Brings runs from a copy back into a vault.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "remote/copy/copy_store.h"
#include "vault/records/vault.h"

namespace stepvault {

/// A run that came back.
struct ReturnedRun {
    std::string id;
    std::string name;
    std::uint64_t checkpoints = 0;
    std::uint64_t bytes = 0;  ///< of all files
};

/// The result of bringing runs back.
struct ReturnReport {
    std::vector<ReturnedRun> runs;
    std::vector<std::string> present;  ///< names of runs that the vault has already, which stay as they are
    std::vector<Error> failed;         ///< one for each run that did not come back
};

/// Brings runs that the vault lacks back from a copy, with their shared bases; `names`: names or ids, empty
/// for all. `open_vault` is called once the runs are found, and may make the vault. Each file is checked, and
/// a run appears in the vault in one moment, when all of its files are there. The catalog takes it up at the
/// next LocalVault::open_caught_up(). After an interruption the next call goes on with the bytes that are
/// missing. ErrorCode::not_found (no copy; a run), no_space, cancelled, and errors of the place.
Result<ReturnReport> return_runs(CopyStore& store, const std::function<Result<Vault>()>& open_vault,
                                 const std::vector<std::string>& names, const JobContext& job);

}  // namespace stepvault
