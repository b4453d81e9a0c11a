#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "vault/records/scheme_choice.h"

namespace stepvault {

/// Files and folders to store, each path as one checkpoint.
struct IngestRequest {
    std::vector<std::filesystem::path> paths;
    std::string source = {};  ///< source name of a single path; empty: the path's own name
    std::string run;          ///< name; the run is made if there is none
    /// The folder of a new run; empty: the folder that contains the first path.
    std::filesystem::path folder = {};
    std::optional<std::int64_t> step;
    bool raw = false;  ///< take incomplete files as they are
    std::optional<SchemeChoice> scheme = {};
};

}  // namespace stepvault
