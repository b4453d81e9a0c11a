// How checkpoints are coded: a scheme and its setting.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace stepvault {

struct SchemeChoice {
    std::string scheme = "adaptive";  ///< "adaptive", "lc" or "exact"
    std::uint32_t bits = 3;           ///< of "lc": 1 to 8
    double error = 0.5;               ///< relative error that "adaptive" aims at: above 0, below 1

    bool operator==(const SchemeChoice&) const = default;
};

/// ErrorCode::unsupported for a scheme that is none, invalid_argument for a setting out of its range.
Status check_scheme(const SchemeChoice& choice);

}  // namespace stepvault
