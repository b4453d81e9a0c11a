#pragma once

#include <filesystem>
#include <memory>

#include "library/library.h"

namespace stepvault::ui {

/// Opens a vault with its catalog, and fills a catalog that knows nothing of the vault's runs. Mode::create
/// makes the folders; Mode::existing writes nothing into a folder that is no vault (ErrorCode::not_found). On
/// a worker thread.
Result<std::shared_ptr<Library>> openLibrary(const std::filesystem::path& vault, Library::Mode mode,
                                             const Backends& backends, const JobContext& job);

}  // namespace stepvault::ui
