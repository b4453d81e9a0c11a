// The framing of TensorBoard's event files: see EventFileSource.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "base/checksum.h"

namespace stepvault {

constexpr std::size_t event_header_bytes = 12;
constexpr std::size_t event_footer_bytes = 4;
constexpr std::uint64_t longest_event_record = std::uint64_t{64} << 20;

/// True if `masked` is the masked CRC-32C of the bytes.
inline bool holds_masked_crc(ByteView bytes, std::uint32_t masked) {
    return std::rotr(crc32c(bytes), 15) + 0xA282EAD8U == masked;
}

}  // namespace stepvault
