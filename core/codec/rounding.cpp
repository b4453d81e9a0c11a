#include "codec/rounding.h"

#include "codec/element.h"

namespace stepvault {

void round_floats(ByteView floats, DType dtype, MutableByteView out) {
    visit_float(dtype, [&](auto e) {
        using Element = decltype(e);
        using Bits = typename Element::Bits;
        for (std::size_t i = 0; i < floats.size() / sizeof(float); ++i) {
            const auto value = F32::decode(load_element<F32>(floats.data(), i));
            const Bits bits = Element::encode(static_cast<typename Element::Real>(value));
            std::memcpy(out.data() + i * sizeof(bits), &bits, sizeof(bits));
        }
    });
}

Bytes rounded_floats(ByteView floats, std::uint64_t first, std::uint64_t count, DType dtype) {
    Bytes out(count * item_size(dtype));
    round_floats(floats.subspan(first * sizeof(float), count * sizeof(float)), dtype, out);
    return out;
}

}  // namespace stepvault
