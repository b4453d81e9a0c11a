#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vault/records/scheme_choice.h"

namespace stepvault {

/// Stored checkpoints to be coded anew.
struct RecodeRequest {
    std::string run;  ///< name or id
    SchemeChoice scheme;
    std::optional<std::int64_t> from;  ///< this step and everything filed later; else all
    bool dry_run = false;
};

}  // namespace stepvault
