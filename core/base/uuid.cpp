#include "base/uuid.h"

#include <algorithm>
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

bool is_uuid(std::string_view text) {
    constexpr std::string_view form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    return std::ranges::equal(text, form, [](char c, char f) {
        return f == '-' ? c == '-' : (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}

}  // namespace stepvault
