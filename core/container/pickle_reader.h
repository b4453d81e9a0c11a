// Reads Python pickles, protocols 0 to 5, as data.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/result.h"
#include "container/pickle_value.h"

namespace stepvault {

/// Limits against hostile input. In addition, the memory of a graph may grow only with the size of its
/// pickle.
struct PickleLimits {
    std::uint64_t nodes = 20'000'000;
    std::uint64_t memory = std::uint64_t{1} << 30;        ///< bytes
    std::uint64_t memory_per_byte = 64;                   ///< bytes for each byte of the pickle ...
    std::uint64_t memory_extra = std::uint64_t{1} << 20;  ///< ... and these
    std::uint64_t pickle = std::uint64_t{1} << 30;        ///< bytes; at most 4 GiB - 1
    std::uint64_t stack = 50'000'000;                     ///< values and marks
};

/// Reads the pickle that starts at the first of `bytes`; ignores everything after its STOP. Imports nothing,
/// calls nothing, and does not recurse. Errors: incomplete where the bytes end before STOP; limit;
/// unsupported (extension registry, out-of-band buffers, newer protocols); otherwise corrupt. The message
/// names the byte.
Result<PickleGraph> read_pickle(ByteView bytes, const PickleLimits& limits = {});

}  // namespace stepvault
