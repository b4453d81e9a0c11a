#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/bytes.h"
#include "remote/fetch/partial_file.h"

namespace stepvault {

/// Receives an object for a copy. An upload that is interrupted goes on where it was. Thread-safe.
class ObjectUpload {
 public:
    /// Bytes ahead of their turn that wait in memory at most.
    static constexpr std::uint64_t most_ahead = std::uint64_t{8} << 20;

    ObjectUpload(PartialFile file, std::filesystem::path target)
        : file_(std::move(file)), target_(std::move(target)) {}

    /// Takes bytes at or beyond the end of the bytes so far. ErrorCode::invalid_argument before it, limit too
    /// far beyond it.
    Status write(std::uint64_t offset, const Bytes& bytes);
    /// Publishes the object. ErrorCode::invalid_argument unless all of its bytes came; corrupt, and drops
    /// them, if they are not the announced ones.
    Status finish();

 private:
    std::mutex mutex_;
    PartialFile file_;
    const std::filesystem::path target_;
    std::map<std::uint64_t, Bytes> ahead_;  ///< by offset
    std::uint64_t bytes_ahead_ = 0;
};

}  // namespace stepvault
