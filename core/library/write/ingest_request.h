#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "vault/records/scheme_choice.h"

namespace stepvault {

/// Files and folders to be filed, each path as one checkpoint.
struct IngestRequest {
    std::vector<std::filesystem::path> paths;
    std::string source = {};  ///< what a single path is called; empty: by its own name
    std::string run;          ///< name; made if there is none
    /// Its own folder where it is made; empty: the one that the first path lies in.
    std::filesystem::path folder = {};
    std::optional<std::int64_t> step;
    bool raw = false;  ///< take incomplete files as they are
    std::optional<SchemeChoice> scheme = {};
};

}  // namespace stepvault
