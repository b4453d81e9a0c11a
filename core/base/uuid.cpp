#include "base/uuid.h"

#include <array>
#include <cstdio>
#include <random>

namespace stepvault {

std::string make_uuid() {
    std::random_device entropy;
    std::array<unsigned, 4> words{};
    for (auto& w : words)
        w = entropy();
    words[1] = (words[1] & 0xFFFF0FFFU) | 0x4000U;
    words[2] = (words[2] & 0x3FFFFFFFU) | 0x80000000U;
    std::array<char, 37> text{};
    std::snprintf(text.data(), text.size(), "%08x-%04x-%04x-%04x-%04x%08x", words[0], words[1] >> 16,
                  words[1] & 0xFFFFU, words[2] >> 16, words[2] & 0xFFFFU, words[3]);
    return text.data();
}

}  // namespace stepvault
