// Processes that work on one thing together.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

/// Each process of a crew calls the same functions in the same order. One thread.
class Crew {
 public:
    virtual ~Crew() = default;
    [[nodiscard]] virtual std::uint32_t rank() const = 0;
    [[nodiscard]] virtual std::uint32_t size() const = 0;
    /// Everyone's bytes, by rank; waits for all. After an error the crew is of no more use.
    virtual Result<std::vector<Bytes>> exchange(ByteView mine) = 0;
};

/// Success where all have succeeded; else the error of the lowest rank that has failed, for all. `crew` null:
/// `mine`.
Status agree(Crew* crew, const Status& mine);

/// As `status`, and back: what travels with an exchange.
void put_status(ByteWriter& out, const Status& status);
Status get_status(ByteReader& in);

}  // namespace stepvault
