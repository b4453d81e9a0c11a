#pragma once

#include <filesystem>
#include <functional>

#include "base/result.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// Reads a run's record, applies `edit`, writes the record if that changed it, and returns it. Holds the
/// vault's lock meanwhile: a user labels a run while its writer, maybe in another process, changes the rest.
/// `known`: taken instead of a record that is damaged or missing, may be null. Errors of `edit`;
/// ErrorCode::corrupt, locked.
Result<RunRecord> change_record(const std::filesystem::path& run_folder,
                                const std::function<Status(RunRecord&)>& edit,
                                const RunRecord* known = nullptr);

}  // namespace stepvault
