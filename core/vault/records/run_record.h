#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

#include "base/result.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// run.json: what a run is called and how it is filed from now on.
struct RunRecord {
    std::string id;      ///< UUID, the name of its folder in the vault
    std::string name;    ///< unique in the vault
    std::string folder;  ///< absolute path of the run's own folder; bytes, as the file system has them
    /// What the names of its files begin with, where the folder holds several runs; with a '/' at its end the
    /// folder below `folder` where it writes its metrics.
    std::string series;
    SchemeChoice choice;
    double created = 0;               ///< seconds since the epoch
    std::set<std::string> pins = {};  ///< ids of checkpoints that are never pruned
    bool guest = false;  ///< filed by hand from another run's folder: what is watched there is not its own

    /// Published atomically.
    [[nodiscard]] Status write(const std::filesystem::path& file) const;
    /// ErrorCode::unsupported for a newer version, corrupt for what is no run record.
    static Result<RunRecord> read(const std::filesystem::path& file);
};

}  // namespace stepvault
