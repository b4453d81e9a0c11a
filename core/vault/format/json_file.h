// The vault's small files: JSON objects that carry a format version and their own checksum.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace stepvault {

/// The text of a file that holds `members` between "format" and "xxh3", as in FORMAT.md.
std::string json_file_text(const nlohmann::ordered_json& members);

/// Publishes the file atomically and replaces an existing one.
Status write_json_file(const std::filesystem::path& file, const nlohmann::ordered_json& members);

/// Reads the text of such a file. `place`: its name in errors. Result and errors as in read_json_file().
Result<nlohmann::ordered_json> parse_json_file(std::string_view text, const std::string& place,
                                               const char* kind);

/// Returns the members without "format" and "xxh3". `kind`: the name of the file's type in errors, such as
/// "run record". ErrorCode::corrupt for a file of another type or with a wrong checksum (a file without a
/// checksum is accepted), unsupported for a newer version, limit, not_found, io.
Result<nlohmann::ordered_json> read_json_file(const std::filesystem::path& file, std::uint64_t most_bytes,
                                              const char* kind);

}  // namespace stepvault
