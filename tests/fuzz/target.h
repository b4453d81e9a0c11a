// A reader that gets arbitrary bytes: a libFuzzer program (preset fuzz), or a target of fuzz_replay, selected
// by name.
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

/// The targets of this program, in no particular order.
[[nodiscard]] std::vector<Target> targets();

/// Created before main() begins, once per format.
class TargetRegistration {
 public:
    TargetRegistration(const char* format, ReadInput read);
};

}  // namespace stepvault::fuzz

/// The block after the macro reads `size` bytes at `data`.
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
