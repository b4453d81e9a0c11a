// Opcodes of small values, to put pickles together from.
#pragma once

#include <string>

namespace stepvault {

/// Up to 255 bytes.
inline std::string text(const std::string& value) {
    return std::string("\x8c") + static_cast<char>(value.size()) + value;
}

/// 0 to 255.
inline std::string number(int value) {
    return std::string("K") + static_cast<char>(value);
}

}  // namespace stepvault
