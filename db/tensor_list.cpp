#include "db/tensor_list.h"

#include <algorithm>
#include <bit>

namespace stepvault {

namespace {

/// Compares bits, so that a negative zero is stored.
bool is_zero(double value) {
    return std::bit_cast<std::uint64_t>(value) == 0;
}

TensorRow get_tensor(ByteReader& reader) {
    TensorRow tensor;
    tensor.file = reader.get_text();
    tensor.name = reader.get_text();
    tensor.dtype = reader.get_text();
    tensor.role = reader.get_text();
    const auto dimensions = reader.get_varint();
    for (std::uint64_t i = 0; i < dimensions && reader.ok(); ++i)
        tensor.shape.push_back(reader.get_varint());
    tensor.elements = reader.get_varint();
    return tensor;
}

}  // namespace

Bytes encode_tensor_list(const std::vector<TensorRow>& tensors) {
    ByteWriter writer;
    writer.put_varint(tensors.size());
    for (const auto& tensor : tensors) {
        writer.put_text(tensor.file);
        writer.put_text(tensor.name);
        writer.put_text(tensor.dtype);
        writer.put_text(tensor.role);
        writer.put_varint(tensor.shape.size());
        for (const auto dimension : tensor.shape)
            writer.put_varint(dimension);
        writer.put_varint(tensor.elements);
    }
    return writer.take();
}

Bytes encode_tensor_errors(const std::vector<TensorRow>& tensors) {
    const auto no_error = [](const TensorRow& t) {
        return is_zero(t.relative_error) && is_zero(t.max_abs_error);
    };
    if (std::all_of(tensors.begin(), tensors.end(), no_error)) return {};
    ByteWriter writer;
    for (const auto& tensor : tensors) {
        writer.put(tensor.relative_error);
        writer.put(tensor.max_abs_error);
        writer.put(tensor.lag);
    }
    return writer.take();
}

Result<std::vector<TensorRow>> decode_tensors(ByteView list, ByteView errors) {
    ByteReader reader(list);
    ByteReader error_reader(errors);
    const auto count = reader.get_varint();
    std::vector<TensorRow> tensors;
    for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
        auto tensor = get_tensor(reader);
        if (!errors.empty()) {
            tensor.relative_error = error_reader.get<double>();
            tensor.max_abs_error = error_reader.get<double>();
            tensor.lag = error_reader.get<double>();
        }
        tensors.push_back(std::move(tensor));
    }
    const bool whole = reader.ok() && reader.left() == 0 && error_reader.ok() && error_reader.left() == 0;
    if (!whole) return Error{ErrorCode::corrupt, "the list of tensors is damaged"};
    return tensors;
}

}  // namespace stepvault
