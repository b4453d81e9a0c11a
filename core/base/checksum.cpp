#include "base/checksum.h"

#include <algorithm>
#include <isa-l/crc.h>
#include <new>
#ifdef STEPVAULT_XXH_DISPATCH
// Replaces the functions by those that take the widest vectors of the CPU.
#include <xxh_x86dispatch.h>
#else
#include <xxhash.h>
#endif

namespace stepvault {

namespace {

/// Product of two polynomials modulo that of CRC-32; bit 31 is the coefficient of x^0, as in the checksum.
std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
    std::uint32_t product = 0;
    for (; a != 0; a <<= 1U) {
        if ((a & 0x80000000U) != 0) product ^= b;
        b = (b >> 1U) ^ ((b & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return product;
}

}  // namespace

std::uint64_t xxh3(ByteView bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

struct Xxh3::State {
    XXH3_state_t* xxh = XXH3_createState();
    State() {
        if (xxh == nullptr) throw std::bad_alloc();
        XXH3_64bits_reset(xxh);
    }
    ~State() { XXH3_freeState(xxh); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
};

Xxh3::Xxh3() : state_(std::make_unique<State>()) {}
Xxh3::~Xxh3() = default;
Xxh3::Xxh3(Xxh3&&) noexcept = default;
Xxh3& Xxh3::operator=(Xxh3&&) noexcept = default;

void Xxh3::update(ByteView bytes) {
    XXH3_64bits_update(state_->xxh, bytes.data(), bytes.size());
}
std::uint64_t Xxh3::digest() const {
    return XXH3_64bits_digest(state_->xxh);
}

std::uint32_t crc32(std::uint32_t crc, ByteView bytes) {
    return crc32_gzip_refl(crc, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

std::uint32_t crc32c(ByteView bytes) {
    constexpr std::size_t longest = std::size_t{1} << 30;  // ISA-L takes the length as an int
    std::uint32_t crc = 0xFFFFFFFFU;
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min(bytes.size(), longest));
        // ISA-L takes a pointer to non-const, but only reads.
        auto* data = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(part.data()));
        crc = crc32_iscsi(data, static_cast<int>(part.size()), crc);
        bytes = bytes.subspan(part.size());
    }
    return ~crc;
}

std::uint32_t crc32_of_both(std::uint32_t first, std::uint32_t second, std::uint64_t second_length) {
    std::uint32_t power = 0x00800000U;  // x^8
    for (; first != 0 && second_length != 0; second_length >>= 1U) {
        if ((second_length & 1U) != 0) first = multiply(first, power);
        power = multiply(power, power);
    }
    return first ^ second;
}

}  // namespace stepvault
