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

}  // namespace stepvault
