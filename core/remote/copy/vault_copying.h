// Copies runs of a vault to another place.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.h"
#include "remote/copy/copy_store.h"
#include "remote/copy/unnamed_objects.h"
#include "vault/records/vault.h"

namespace stepvault {

/// The runs to copy, and how.
struct CopyRequest {
    std::vector<std::string> runs{};  ///< names or ids; empty: all runs of the vault
    /// Accept that the copy will lack checkpoints that the vault has lost without having removed them.
    bool drop_lost = false;
    std::chrono::seconds grace = unnamed_grace;
};

/// The copy of one run.
struct RunCopyReport {
    std::string id;
    std::string name;
    std::uint64_t checkpoints = 0;
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;       ///< of all files
    std::uint64_t sent_files = 0;  ///< the others were there already
    std::uint64_t sent_bytes = 0;
};

/// The result of copying runs.
struct CopyReport {
    std::vector<RunCopyReport> runs;
    std::vector<Error> failed;  ///< one for each run whose copy stays as it was; names the run
    RemovedObjects removed;     ///< objects that no run needs any more
};

/// Copies a consistent state of each run, and sends only what the place lacks. The copy of a run changes in
/// one moment, when all of its files are there; until then its former state stays complete. A run that is
/// damaged, or that has lost checkpoints which its copy still has, is not copied, so that the vault can be
/// repaired from the copy. Takes no lock: other processes may write the runs. ErrorCode::not_found (a run),
/// invalid_argument (the place holds other things), cancelled, and errors of the place; runs copied until
/// then stay, and the next call goes on with the files that are missing.
Result<CopyReport> copy_runs(const Vault& vault, const CopyRequest& request, CopyStore& store,
                             const JobContext& job);

}  // namespace stepvault
