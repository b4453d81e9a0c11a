// A reader that is fed with arbitrary bytes: a program of libFuzzer's (preset fuzz), else one of those that
// fuzz_replay knows by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stepvault::fuzz {

using ReadInput = void (*)(const std::uint8_t* data, std::size_t size);

struct Target {
    std::string format;
    ReadInput read;
};

/// Those of this program, in no order.
[[nodiscard]] std::vector<Target> targets();

/// Made before main() begins, one for each format.
class TargetRegistration {
 public:
    TargetRegistration(const char* format, ReadInput read);
};

}  // namespace stepvault::fuzz

/// Its block follows, and reads `size` bytes at `data`.
#if defined(STEPVAULT_FUZZ)
#define STEPVAULT_FUZZ_TARGET(format, data, size)                                 \
    static void read_##format(const std::uint8_t* data, std::size_t size);        \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t);      \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* p, std::size_t n) { \
        read_##format(p, n);                                                      \
        return 0;                                                                 \
    }                                                                             \
    static void read_##format(const std::uint8_t* data, std::size_t size)
#else
#define STEPVAULT_FUZZ_TARGET(format, data, size)                                                 \
    static void read_##format(const std::uint8_t* data, std::size_t size);                        \
    static const stepvault::fuzz::TargetRegistration registered_##format(#format, read_##format); \
    static void read_##format(const std::uint8_t* data, std::size_t size)
#endif
