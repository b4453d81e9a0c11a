#pragma once

#include <string>

#include "base/file.h"
#include "vault/records/run_record.h"

namespace stepvault {

/// Where copies of what a vault holds may be had to repair it from. What comes is checked by whoever asks.
/// Not thread-safe.
class CopySource {
 public:
    virtual ~CopySource() = default;

    /// For people: "the vault in /backup".
    [[nodiscard]] virtual std::string name() const = 0;
    /// Writes the step file of a checkpoint to `out`, which is empty. ErrorCode::not_found where there is
    /// none, or whatever hinders it.
    virtual Status copy_step(const std::string& run_id, const std::string& checkpoint_id,
                             File& out) const = 0;
    /// Likewise.
    [[nodiscard]] virtual Result<RunRecord> record(const std::string& run_id) const = 0;
};

}  // namespace stepvault
