#include "run/layout_message.h"

namespace stepvault {

namespace {

void put_number(ByteWriter& out, const std::optional<std::int64_t>& number) {
    out.put<std::uint8_t>(number ? 1 : 0);
    out.put(number.value_or(0));
}

std::optional<std::int64_t> get_number(ByteReader& in) {
    const bool is_there = in.get<std::uint8_t>() != 0;
    const auto number = in.get<std::int64_t>();
    return is_there ? std::optional(number) : std::nullopt;
}

template <class Each>
void get_each(ByteReader& in, Each&& each) {
    for (auto left = in.get_varint(); left > 0 && in.ok(); --left)
        each();
}

}  // namespace

void put_layout(ByteWriter& out, const Layout& layout) {
    out.put_text(layout.format);
    out.put_varint(layout.file_size);
    out.put_varint(layout.payloads.size());
    for (const auto& payload : layout.payloads) {
        out.put_varint(payload.offset);
        out.put_varint(payload.length);
        out.put(payload.dtype);
        out.put_text(payload.name);
    }
    out.put_varint(layout.tensors.size());
    for (const auto& tensor : layout.tensors) {
        out.put_text(tensor.name);
        out.put_varint(tensor.payload);
        out.put(tensor.dtype);
        out.put_varint(tensor.offset);
        out.put_varint(tensor.shape.size());
        for (const auto extent : tensor.shape)
            out.put_varint(extent);
        for (const auto stride : tensor.stride)
            out.put(stride);
    }
    out.put_varint(layout.derived.size());
    for (const auto& crc : layout.derived) {
        out.put_varint(crc.offset);
        out.put_varint(crc.begin);
        out.put_varint(crc.length);
    }
    out.put_varint(layout.globals.size());
    for (const auto& global : layout.globals)
        out.put_text(global);
    put_number(out, layout.step);
    put_number(out, layout.epoch);
    out.put_text(layout.note);
}

Layout get_layout(ByteReader& in) {
    Layout layout;
    layout.format = in.get_text();
    layout.file_size = in.get_varint();
    get_each(in, [&] {
        Payload payload;
        payload.offset = in.get_varint();
        payload.length = in.get_varint();
        payload.dtype = in.get<DType>();
        payload.name = in.get_text();
        layout.payloads.push_back(std::move(payload));
    });
    get_each(in, [&] {
        TensorView tensor;
        tensor.name = in.get_text();
        tensor.payload = static_cast<std::uint32_t>(in.get_varint());
        tensor.dtype = in.get<DType>();
        tensor.offset = in.get_varint();
        get_each(in, [&] { tensor.shape.push_back(in.get_varint()); });
        for (std::size_t i = 0; i < tensor.shape.size(); ++i)
            tensor.stride.push_back(in.get<std::int64_t>());
        layout.tensors.push_back(std::move(tensor));
    });
    get_each(in, [&] {
        const auto offset = in.get_varint();
        const auto begin = in.get_varint();
        layout.derived.push_back({offset, begin, in.get_varint()});
    });
    get_each(in, [&] { layout.globals.push_back(in.get_text()); });
    layout.step = get_number(in);
    layout.epoch = get_number(in);
    layout.note = in.get_text();
    return layout;
}

}  // namespace stepvault
