#include "metrics/tensor_scalar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "metrics/wire_reader.h"

namespace stepvault {

namespace {

using Wire = WireReader::Type;

struct Half {
    std::uint16_t bits;
};
struct BFloat16 {
    std::uint16_t bits;
};

double to_double(Half half) {
    const int exponent = half.bits >> 10 & 0x1F;
    const int mantissa = half.bits & 0x3FF;
    double value = 0;
    if (exponent == 0x1F) {
        value = mantissa == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
        value = std::ldexp(mantissa, -24);
    } else {
        value = std::ldexp(mantissa + 0x400, exponent - 25);
    }
    return std::copysign(value, half.bits >> 15 != 0 ? -1.0 : 1.0);
}

double to_double(BFloat16 value) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

template <class T>
double to_double(T value) {
    return static_cast<double>(value);
}

/// A DataType: the field in which TensorProto stores its values, and the conversions from bytes and from a
/// field's number.
struct Element {
    std::uint64_t type;
    std::uint64_t field;
    Wire wire;
    std::size_t size;  ///< bytes in tensor_content
    double (*from_bytes)(ByteView);
    double (*from_number)(std::uint64_t);
};

template <class T>
double read_bytes(ByteView bytes) {
    return to_double(load<T>(bytes));
}

template <class T>
double read_number(std::uint64_t number) {
    if constexpr (std::is_integral_v<T>) {
        return to_double(static_cast<T>(number));
    } else {
        T value;
        std::memcpy(&value, &number, sizeof(T));
        return to_double(value);
    }
}

template <class T>
constexpr Element element(std::uint64_t type, std::uint64_t field, Wire wire) {
    return {type, field, wire, sizeof(T), read_bytes<T>, read_number<T>};
}

constexpr std::array elements = {
    element<float>(1, 5, Wire::fixed32),          element<double>(2, 6, Wire::fixed64),
    element<std::int32_t>(3, 7, Wire::varint),    element<std::uint8_t>(4, 7, Wire::varint),
    element<std::int16_t>(5, 7, Wire::varint),    element<std::int8_t>(6, 7, Wire::varint),
    element<std::int64_t>(9, 10, Wire::varint),   element<std::uint8_t>(10, 11, Wire::varint),  // bool
    element<BFloat16>(14, 13, Wire::varint),      element<std::uint16_t>(17, 7, Wire::varint),
    element<Half>(19, 13, Wire::varint),          element<std::uint32_t>(22, 16, Wire::varint),
    element<std::uint64_t>(23, 17, Wire::varint),
};

/// TensorShapeProto: 2 repeated Dim{1 size}, 3 unknown_rank.
bool has_one_element(ByteView shape) {
    WireReader fields(shape);
    while (fields.next()) {
        if (fields.is(3, Wire::varint) && fields.number() != 0) return false;
        if (!fields.is(2, Wire::bytes)) continue;
        std::uint64_t size = 0;
        WireReader dimension(fields.bytes());
        while (dimension.next()) {
            if (dimension.is(1, Wire::varint)) size = dimension.number();
        }
        if (size != 1 || dimension.damaged()) return false;
    }
    return !fields.damaged();
}

/// The only value of a packed field; nullopt for none or several.
std::optional<double> only_packed_value(ByteView packed, const Element& element) {
    ByteReader in(packed);
    std::uint64_t number = 0;
    switch (element.wire) {
        case Wire::fixed32:
            number = in.get<std::uint32_t>();
            break;
        case Wire::fixed64:
            number = in.get<std::uint64_t>();
            break;
        default:
            number = in.get_varint();
    }
    if (!in.ok() || in.left() > 0) return {};
    return element.from_number(number);
}

}  // namespace

std::optional<double> scalar_of_tensor(ByteView tensor) {
    WireReader head(tensor);
    std::uint64_t type = 0;
    while (head.next()) {
        if (head.is(1, Wire::varint)) type = head.number();
        if (head.is(2, Wire::bytes) && !has_one_element(head.bytes())) return {};
    }
    const auto element = std::ranges::find(elements, type, &Element::type);
    if (head.damaged() || element == elements.end()) return {};

    // TensorFlow omits zero values.
    std::optional<double> value = 0;
    int values = 0;
    WireReader fields(tensor);
    while (fields.next()) {
        if (fields.is(4, Wire::bytes)) {
            const auto content = fields.bytes();
            if (content.empty()) continue;
            if (content.size() != element->size) return {};
            value = element->from_bytes(content);
        } else if (fields.is(element->field, element->wire)) {
            value = element->from_number(fields.number());
        } else if (fields.is(element->field, Wire::bytes)) {
            if (fields.bytes().empty()) continue;
            value = only_packed_value(fields.bytes(), *element);
        } else {
            continue;
        }
        if (++values > 1) return {};
    }
    return value;
}

}  // namespace stepvault
