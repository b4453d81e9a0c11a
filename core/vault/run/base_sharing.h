// Sharing of bases among runs (FORMAT.md, "Shared bases"): seeds of a sweep and fine-tunings of one model
// begin with equal or similar checkpoints.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/file_lock.h"
#include "base/progress.h"
#include "run/completeness.h"
#include "vault/run/run_writer.h"

namespace stepvault {

/// A shared base that is about to be used: it is not removed as long as this exists.
struct SharedBase {
    std::uint64_t digest = 0;  ///< StepFile::state_digest()
    FileLock in_use;
};

/// For the first checkpoint of a run: chooses the base of another run of the vault, or a shared base, that
/// codes a sample of the checkpoint in the fewest bytes, and makes it a shared base. Nullopt where none saves
/// much, or the run is in no vault. The chosen file is read once and checked. Runs that others may not read
/// share only with each other. Ignores a run that cannot be read.
Result<std::optional<SharedBase>> share_base(const RunWriter& run, const OpenCheckpoint& checkpoint,
                                             const JobContext& job);
/// The shared base that a step leant on before; nullopt for none, or if it is not there.
std::optional<SharedBase> shared_base_of(const std::filesystem::path& run_folder, const StepMeta& step);

/// True if another run may lean on this base.
bool has_shared_base(const std::filesystem::path& run_folder, std::uint64_t digest);

/// The runs that need the shared bases of a vault.
struct SharedBaseUse {
    /// Ids of runs by state digest; a step in quarantine or in the trash needs its base too.
    std::map<std::uint64_t, std::set<std::string>> runs;
    bool is_complete = true;  ///< false if a folder or a step file cannot be read
};
SharedBaseUse runs_on_shared_bases(const std::filesystem::path& vault);

/// Removes the shared bases that no step needs any more. Keeps those in use. Removes none if a step file
/// cannot be read, or if another process uses the trash.
Status remove_unneeded_bases(const std::filesystem::path& vault);

}  // namespace stepvault
