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

/// What was found in the file of one checkpoint.
struct CheckedStep {
    std::string id;                         ///< by the file's name
    std::optional<StepMeta> meta{};         ///< where it can be read and is this checkpoint's
    std::optional<std::uint64_t> digest{};  ///< StepFile::state_digest(), where the description can be read
    std::uint64_t bytes = 0;                ///< likewise, else 0
    Status status{};                        ///< why it is not sound
    /// All that a restore reads is sound, whatever else is not.
    bool restorable = false;
};

/// Holds every byte of a step file against its checksum. ErrorCode::cancelled alone is an error; `read`:
/// bytes read since it was called last.
Result<CheckedStep> check_step(const std::filesystem::path& file, const std::string& run_id,
                               const std::string& id, const std::function<Status(std::uint64_t bytes)>& read);

/// The same of all step files in a folder, in the order of their names. Takes no lock.
Result<std::vector<CheckedStep>> check_steps(const std::filesystem::path& steps_folder,
                                             const RunRecord& record, ThreadPool& pool,
                                             const JobContext& job);

}  // namespace stepvault
