// An input as a file that is on no disk.
#pragma once

#include <filesystem>
#include <string>

#include "base/file.h"

namespace stepvault::fuzz {

/// Ends the process where there is no memory for it.
class ScratchInput {
 public:
    /// `name`: what the file is called, for readers that ask.
    explicit ScratchInput(ByteView bytes, const std::string& name = "input");

    /// To be read by position.
    [[nodiscard]] const File& file() const { return file_; }
    /// Opens the same bytes, for readers that take a path.
    [[nodiscard]] std::filesystem::path path() const;

 private:
    File file_;
};

/// Ends the process, so that the input counts as a finding. Empty: nothing is wrong.
void require_nothing_wrong(const std::string& what);

inline ByteView as_bytes(const std::uint8_t* data, std::size_t size) {
    return std::as_bytes(std::span(data, size));
}

/// The input as it is, then with the checksums that `mend` puts right: else hardly any would come by them.
template <class Mend, class Read>
void read_given_and_mended(const std::uint8_t* data, std::size_t size, Mend mend, Read read) {
    const auto given = as_bytes(data, size);
    Bytes mended(given.begin(), given.end());
    mend(MutableByteView(mended));
    read(given);
    read(ByteView(mended));
}

}  // namespace stepvault::fuzz
