#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/file.h"

namespace stepvault {

/// Names the content of a file, whatever the file is called.
struct ContentName {
    std::string hash;         ///< XXH3-128, 32 lower-case hexadecimal digits
    std::uint64_t bytes = 0;  ///< at most `most_bytes`

    static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 50;

    auto operator<=>(const ContentName&) const = default;
    /// "<hash>-<bytes>".
    [[nodiscard]] std::string text() const;
    /// Reads text(). ErrorCode::corrupt.
    static Result<ContentName> parse(std::string_view text);
};

/// True for 32 lower-case hexadecimal digits.
bool is_content_hash(std::string_view text);

/// Reads the first `bytes` bytes of a file and names them. `progress` gets the size of each piece read.
/// ErrorCode::changed if the file is shorter.
Result<ContentName> name_content(const File& file, std::uint64_t bytes,
                                 const std::function<Status(std::uint64_t bytes)>& progress);

}  // namespace stepvault
