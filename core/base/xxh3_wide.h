#pragma once

#include <memory>
#include <string>

#include "base/bytes.h"

namespace stepvault {

/// XXH3-128 of a byte string that arrives in pieces. Tells contents apart where a checksum of 64 bits would
/// be too short.
class Xxh3Wide {
 public:
    Xxh3Wide();
    ~Xxh3Wide();
    Xxh3Wide(Xxh3Wide&&) noexcept;
    Xxh3Wide& operator=(Xxh3Wide&&) noexcept;
    void update(ByteView bytes);
    /// 32 lower-case hexadecimal digits.
    [[nodiscard]] std::string digest() const;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace stepvault
