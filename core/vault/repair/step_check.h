#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// The result of check_step().
struct CheckedStep {
    std::string id;                         ///< id of the checkpoint, as the file's name gives it
    std::optional<StepMeta> meta{};         ///< set if the description can be read and is this checkpoint's
    std::optional<std::uint64_t> digest{};  ///< StepFile::state_digest(), if the description can be read
    std::uint64_t bytes = 0;                ///< size of the file if it can be opened, else 0
    Status status{};                        ///< the first problem found; success for a sound file
    /// True if everything that a restore reads is sound, even if other parts are damaged.
    bool restorable = false;
};

/// Compares every byte of a step file with its checksum. Fails only with ErrorCode::cancelled: damage goes
/// into the result. `read` receives the number of bytes read since its previous call.
Result<CheckedStep> check_step(const std::filesystem::path& file, const std::string& run_id,
                               const std::string& id, const std::function<Status(std::uint64_t bytes)>& read);

/// Checks all step files in a folder and returns the results in the order of the files' names. Takes no lock.
Result<std::vector<CheckedStep>> check_steps(const std::filesystem::path& steps_folder,
                                             const RunRecord& record, ThreadPool& pool,
                                             const JobContext& job);

}  // namespace stepvault
