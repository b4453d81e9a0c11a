#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace stepvault {

/// run.json: what a run is called and how it is filed from now on.
struct RunRecord {
    std::string id;      ///< UUID, the name of its folder in the vault
    std::string name;    ///< unique in the vault
    std::string folder;  ///< absolute path of the run's own folder; bytes, as the file system has them
    std::string scheme = "lc";
    std::uint32_t bits = 3;
    double created = 0;  ///< seconds since the epoch

    /// Published atomically.
    [[nodiscard]] Status write(const std::filesystem::path& file) const;
    /// ErrorCode::unsupported for a newer version, corrupt for what is no run record.
    static Result<RunRecord> read(const std::filesystem::path& file);
};

/// ErrorCode::unsupported for a scheme that is none, invalid_argument for bits outside of 1 to 8.
Status check_scheme(const std::string& scheme, std::uint32_t bits);

}  // namespace stepvault
