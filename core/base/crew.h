// Processes that work on one thing together.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

/// Each process of a crew calls the same functions in the same order. One thread. After an error the crew is
/// of no more use.
class Crew {
 public:
    virtual ~Crew() = default;
    [[nodiscard]] virtual std::uint32_t rank() const = 0;
    [[nodiscard]] virtual std::uint32_t size() const = 0;
    /// Everyone's bytes, by rank; waits for all.
    virtual Result<std::vector<Bytes>> exchange(ByteView mine) = 0;
    /// What each rank has for this one, by rank. `mine`: what this one has for each. Unless it is overridden
    /// all bytes go to all.
    virtual Result<std::vector<Bytes>> deal(std::span<const Bytes> mine);
};

/// A process that works alone.
class LoneCrew : public Crew {
 public:
    [[nodiscard]] std::uint32_t rank() const override { return 0; }
    [[nodiscard]] std::uint32_t size() const override { return 1; }
    Result<std::vector<Bytes>> exchange(ByteView mine) override {
        return std::vector<Bytes>{Bytes(mine.begin(), mine.end())};
    }
};

/// Success where all have succeeded; else the error of the lowest rank that has failed, for all. `crew` null:
/// `mine`.
Status agree(Crew* crew, const Status& mine);

/// What rank 0 says to all.
Result<Bytes> tell(Crew& crew, ByteView mine);

/// As `status`, and back: what travels with an exchange.
void put_status(ByteWriter& out, const Status& status);
Status get_status(ByteReader& in);

/// For what cannot be read of that.
Error unreadable_message();

}  // namespace stepvault
