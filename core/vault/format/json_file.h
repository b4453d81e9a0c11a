// The vault's small files: JSON objects that say their version, and a checksum of themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.h"

namespace stepvault {

/// `members`, after "format" and before "xxh3", as FORMAT.md says.
std::string json_file_text(const nlohmann::ordered_json& members);

/// Published atomically, replacing what was there.
Status write_json_file(const std::filesystem::path& file, const nlohmann::ordered_json& members);

/// The members, without those two. `kind`: what the file is called in errors, such as "run record".
/// ErrorCode::corrupt for what is no such file or does not hold its checksum (a file without one holds),
/// unsupported for a newer version, limit, not_found, io.
Result<nlohmann::ordered_json> read_json_file(const std::filesystem::path& file, std::uint64_t most_bytes,
                                              const char* kind);

}  // namespace stepvault
