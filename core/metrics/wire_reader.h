// Protocol Buffers' wire format, as far as metrics need it: no schema, no allocation.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace stepvault {

/// Iterates over the fields of one message in order. Groups, which proto3 does not have, count as damage. The
/// bytes must outlive the reader. Source: protobuf.dev, "Encoding".
class WireReader {
 public:
    enum class Type : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

    explicit WireReader(ByteView message) : in_(message) {}

    /// False at the end of the message, and from the first damage on.
    bool next();
    [[nodiscard]] bool damaged() const { return damaged_; }

    /// True if the current field has this number and type.
    [[nodiscard]] bool is(std::uint64_t field, Type type) const { return field == field_ && type == type_; }
    [[nodiscard]] std::uint64_t field() const { return field_; }
    [[nodiscard]] Type type() const { return type_; }
    /// A varint's value, or the bits of a fixed64 or fixed32.
    [[nodiscard]] std::uint64_t number() const { return number_; }
    /// The content of a field of Type::bytes.
    [[nodiscard]] ByteView bytes() const { return bytes_; }

 private:
    ByteReader in_;
    bool damaged_ = false;
    std::uint64_t field_ = 0;
    Type type_ = Type::varint;
    std::uint64_t number_ = 0;
    ByteView bytes_;
};

inline bool WireReader::next() {
    if (damaged_ || in_.left() == 0) return false;
    const auto tag = in_.get_varint();
    field_ = tag >> 3;
    type_ = static_cast<Type>(tag & 7);
    switch (type_) {
        case Type::varint:
            number_ = in_.get_varint();
            break;
        case Type::fixed64:
            number_ = in_.get<std::uint64_t>();
            break;
        case Type::bytes:
            bytes_ = in_.get_bytes(in_.get_varint());
            break;
        case Type::fixed32:
            number_ = in_.get<std::uint32_t>();
            break;
        default:
            damaged_ = true;
    }
    if (!in_.ok()) damaged_ = true;
    return !damaged_;
}

}  // namespace stepvault
