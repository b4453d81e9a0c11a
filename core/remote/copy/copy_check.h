// Verifies a copy.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.h"
#include "library/maintenance/vault_report.h"
#include "remote/copy/copy_layout.h"

namespace stepvault {

/// The result of verifying a copy.
struct CopyVerdict {
    std::uint64_t runs = 0;
    std::uint64_t checkpoints = 0;
    std::uint64_t bytes = 0;
    std::vector<DamageReport> damage{};
};

/// Reads every object that the manifests of a copy name, and compares it with its checksum. Notes the damaged
/// objects in the place if it can, so that the next copying sends them anew. ErrorCode::not_found if the
/// place holds no copy. Progress counts the bytes read.
Result<CopyVerdict> verify_copy(CopyStore& store, const JobContext& job);

}  // namespace stepvault
