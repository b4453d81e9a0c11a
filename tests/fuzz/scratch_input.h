// An input as a file in memory.
#pragma once

#include <filesystem>
#include <string>

#include "base/file.h"

namespace stepvault::fuzz {

/// Ends the process if there is not enough memory.
class ScratchInput {
 public:
    /// `name`: the file's name, for readers that use it.
    explicit ScratchInput(ByteView bytes, const std::string& name = "input");

    /// For reading by position.
    [[nodiscard]] const File& file() const { return file_; }
    /// Opens the same bytes, for readers that take a path.
    [[nodiscard]] std::filesystem::path path() const;

 private:
    File file_;
};

/// Ends the process if `what` is not empty, so that the input counts as a finding. "" means no error.
void require_nothing_wrong(const std::string& what);

inline ByteView as_bytes(const std::uint8_t* data, std::size_t size) {
    return std::as_bytes(std::span(data, size));
}

/// Reads the input unchanged, then with the checksums that `mend` corrects: otherwise hardly any input would
/// pass them.
template <class Mend, class Read>
void read_given_and_mended(const std::uint8_t* data, std::size_t size, Mend mend, Read read) {
    const auto given = as_bytes(data, size);
    Bytes mended(given.begin(), given.end());
    mend(MutableByteView(mended));
    read(given);
    read(ByteView(mended));
}

}  // namespace stepvault::fuzz
