// Checksums: XXH3-64 for everything Stepvault stores, CRC-32 (ISO 3309, as in zip) for files it restores and
// for .wandb files, CRC-32C (Castagnoli) for TensorBoard's event files.
#pragma once

#include <cstdint>
#include <memory>

#include "base/bytes.h"

namespace stepvault {

std::uint64_t xxh3(ByteView bytes);

/// XXH3-64 of a byte string that arrives in pieces.
class Xxh3 {
 public:
    Xxh3();
    ~Xxh3();
    Xxh3(Xxh3&&) noexcept;
    Xxh3& operator=(Xxh3&&) noexcept;
    void update(ByteView bytes);
    [[nodiscard]] std::uint64_t digest() const;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Continues a CRC-32; start with crc = 0.
std::uint32_t crc32(std::uint32_t crc, ByteView bytes);

/// CRC-32C of `bytes` alone.
std::uint32_t crc32c(ByteView bytes);

/// CRC-32 of two concatenated byte strings, from the CRC of each and the length of the second: the first CRC
/// times x^(8 length) modulo the polynomial, plus the second CRC.
std::uint32_t crc32_of_both(std::uint32_t first, std::uint32_t second, std::uint64_t second_length);

}  // namespace stepvault
