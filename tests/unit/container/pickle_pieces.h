// Opcodes of small values, as pieces of pickles.
#pragma once

#include <string>

namespace stepvault {

/// A text of up to 255 bytes.
inline std::string text(const std::string& value) {
    return std::string("\x8c") + static_cast<char>(value.size()) + value;
}

/// A number from 0 to 255.
inline std::string number(int value) {
    return std::string("K") + static_cast<char>(value);
}

}  // namespace stepvault
