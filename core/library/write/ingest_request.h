#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "run/parted_checkpoint.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// Files and folders to store, each path as one checkpoint.
struct IngestRequest {
    std::vector<std::filesystem::path> paths;
    /// If `is_parted`, the request is for one checkpoint, whose files the processes of a group hold: these
    /// are this process's. Needs `source`, `step` and `folder`, and no `paths`.
    std::vector<HeldFile> held = {};
    bool is_parted = false;
    /// The files have no names, and are gone after the call. See OpenCheckpoint::is_from_memory.
    bool is_from_memory = false;
    std::string source = {};  ///< source name of a single path; empty: the path's own name
    std::string run;          ///< name; the run is made if there is none
    /// The folder of a new run; empty: the folder that contains the first path.
    std::filesystem::path folder = {};
    std::optional<std::int64_t> step;
    bool raw = false;  ///< take incomplete files as they are
    std::optional<SchemeChoice> scheme = {};
};

}  // namespace stepvault
