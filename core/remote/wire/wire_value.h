// Values of the messages between two Stepvaults: CBOR (RFC 8949) by nlohmann's JSON library, which describes
// itself and is linked anyway. A struct is an array of its fields, an enum its number, an optional that has
// no value null.
#pragma once

#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace stepvault::wire {

using Value = nlohmann::json;

/// The fields of a struct, as a tuple of pointers to members. Both sides know the same ones.
template <class T>
struct Fields;
/// The last value of an enum that begins with 0 and has no gaps.
template <class E>
struct Last;
/// For vectors of structs whose fields all take eight bytes: sent as one string of bytes, column by column.
template <class T>
struct Columns;

/// A struct of which all fields travel.
template <class T>
concept HasFields = requires {
    Fields<T>::list;
};
/// Travels by columns in a vector.
template <class T>
concept HasColumns = requires {
    Columns<T>::list;
};
/// Has a binary form of its own, whose reader checks it.
template <class T>
concept WritesItself = requires(const T& value, ByteWriter& out, ByteReader& in) {
    value.write(out);
    { T::read(in) } -> std::same_as<Result<T>>;
};

/// How a T travels: value_forms.h.
template <class T>
struct Form;

/// The wire form of a value.
template <class T>
Value encode(const T& value) {
    return Form<T>::encode(value);
}
/// False where `value` is no wire form of a T; `out` is not to be used then.
template <class T>
[[nodiscard]] bool decode(const Value& value, T& out) {
    return Form<T>::decode(value, out);
}

/// The bytes of a value that holds bytes; nullptr for another one.
const Value::binary_t* bytes_of(const Value& value);
/// A value that holds bytes.
Value bytes_value(ByteView bytes);

/// The message of a value.
Bytes write_message(const Value& value);
/// ErrorCode::corrupt for bytes that are no value; limit for one that is nested or divided too far.
Result<Value> read_message(ByteView bytes);

}  // namespace stepvault::wire
