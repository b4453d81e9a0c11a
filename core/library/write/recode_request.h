#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vault/records/scheme_choice.h"

namespace stepvault {

/// Which stored checkpoints to code again, and how.
struct RecodeRequest {
    std::string run;  ///< name or id
    SchemeChoice scheme;
    std::optional<std::int64_t> from;  ///< this step and all checkpoints stored later; nullopt: all
    bool dry_run = false;
};

}  // namespace stepvault
