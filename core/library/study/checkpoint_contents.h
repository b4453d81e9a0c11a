#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "library/study/resume_checklist.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// A tensor as a view of a payload.
struct ContentTensor {
    std::string file;  ///< inside the checkpoint, empty for a single file
    std::string name;
    Role role = Role::other;
    DType dtype = DType::opaque;
    std::uint32_t payload = 0;
    std::uint64_t offset = 0;  ///< elements from the payload's start
    std::vector<std::uint64_t> shape;
    std::vector<std::int64_t> stride;  ///< elements
    bool is_kept = true;               ///< false if some of it was dropped (stripping.h)
};

/// The tensors and objects of a checkpoint, read piece by piece: of a stored one or of original files.
class CheckpointContents {
 public:
    virtual ~CheckpointContents() = default;

    [[nodiscard]] virtual const std::vector<ContentTensor>& tensors() const = 0;
    [[nodiscard]] virtual std::uint64_t payload_bytes(std::uint32_t payload) const = 0;
    /// A key to sort payloads by, so that reading them in this order decodes each byte once.
    [[nodiscard]] virtual std::uint64_t place(std::uint32_t payload) const = 0;
    /// Reads the payload's bytes from offset `at` on; they must lie within the payload. Thread-safe.
    virtual Status read(std::uint32_t payload, std::uint64_t at, MutableByteView out) = 0;
    /// The objects of each file (read_objects()).
    virtual Result<std::vector<FileObjects>> objects(const TreeLimits& limits, const JobContext& job) = 0;
};

/// The contents that the chain's top step restores to. Keeps up to `chunks` decoded chunks in memory.
std::unique_ptr<CheckpointContents> stored_contents(Chain chain, std::size_t chunks);

/// The contents of a file or folder outside of a vault. ErrorCode::not_found, incomplete.
Result<std::unique_ptr<CheckpointContents>> file_contents(const std::filesystem::path& path);

}  // namespace stepvault
