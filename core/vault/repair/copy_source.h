#pragma once

#include <cstdint>
#include <string>

#include "base/file.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// A source of copies of a vault's files, to repair the vault from. The caller checks the copies. Not
/// thread-safe.
class CopySource {
 public:
    virtual ~CopySource() = default;

    /// A name for messages, such as "the vault in /backup".
    [[nodiscard]] virtual std::string name() const = 0;
    /// Writes a checkpoint's step file to `out`, which must be empty. ErrorCode::not_found if the source has
    /// no such file; other errors if it cannot be copied.
    virtual Status copy_step(const std::string& run_id, const std::string& checkpoint_id,
                             File& out) const = 0;
    /// Writes the shared base with that state digest to `out`. Errors like those of copy_step().
    virtual Status copy_shared_base(std::uint64_t digest, File& out) const = 0;
    /// A run's record. Errors like those of copy_step().
    [[nodiscard]] virtual Result<RunRecord> record(const std::string& run_id) const = 0;
};

}  // namespace stepvault
