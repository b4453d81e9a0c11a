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

}  // namespace stepvault::fuzz
