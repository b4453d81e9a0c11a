#include "container/zarr_array.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "container/dense_tensor.h"
#include "container/element_types.h"
#include "container/verdict.h"

namespace stepvault {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t largest_metadata = 1 << 20;
constexpr std::size_t most_dimensions = 64;

bool is_missing(const Json& json, const char* key) {
    const auto at = json.find(key);
    return at == json.end() || at->is_null();
}

bool read_shape(const Json& json, const char* key, std::vector<std::uint64_t>& shape) {
    const auto at = json.find(key);
    if (at == json.end() || !at->is_array() || at->size() > most_dimensions) return false;
    for (const auto& length : *at) {
        if (!length.is_number_unsigned()) return false;
        shape.push_back(length.get<std::uint64_t>());
    }
    return true;
}

std::string text_of(const Json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

/// Zarr's own names are numpy's with their byte order; Orbax adds bfloat16.
DType dtype_of(std::string_view name) {
    if (name == "bfloat16") return DType::bf16;
    if (!name.starts_with('<') && !name.starts_with('|')) return DType::opaque;
    const auto type = numpy_type(name);
    return type ? type->dtype : DType::opaque;
}

bool find_chunk_bytes(ZarrArray& array) {
    array.chunk_bytes = item_size(array.dtype);
    return std::ranges::none_of(array.chunk, [&](std::uint64_t length) {
        return __builtin_mul_overflow(array.chunk_bytes, length, &array.chunk_bytes);
    });
}

}  // namespace

bool ZarrArray::has_chunk(std::string_view name) const {
    if (shape.empty()) return name == "0";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        std::uint64_t index = 0;
        // One name for each index.
        if (name.size() > 1 && name[0] == '0' && name[1] >= '0' && name[1] <= '9') return false;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
        if (error != std::errc() || chunk[i] == 0 ||
            index >= shape[i] / chunk[i] + (shape[i] % chunk[i] != 0 ? 1 : 0))
            return false;
        name.remove_prefix(static_cast<std::size_t>(end - name.data()));
        const bool is_last = i + 1 == shape.size();
        if (is_last ? !name.empty() : !name.starts_with(separator)) return false;
        if (!is_last) name.remove_prefix(1);
    }
    return true;
}

Result<ZarrArray> read_zarr_array(const File& file, std::uint64_t file_size) {
    if (file_size > largest_metadata) return Error{ErrorCode::limit, "its .zarray is too large"};
    Bytes bytes(file_size);
    STEPVAULT_TRY(file.read_exact(0, bytes));
    const auto json = Json::parse(as_text(bytes), nullptr, false);
    if (!json.is_object()) return Error{ErrorCode::corrupt, "its .zarray is no JSON object"};
    if (json.value("zarr_format", Json()) != 2 || !is_missing(json, "compressor") ||
        !is_missing(json, "filters") || text_of(json, "order") != "C")
        return Error{ErrorCode::unsupported,
                     "its chunks are not plain: compressed, filtered or in Fortran order"};
    ZarrArray array;
    array.dtype = dtype_of(text_of(json, "dtype"));
    if (array.dtype == DType::opaque) return Error{ErrorCode::unsupported, "its element type is not known"};
    if (!read_shape(json, "shape", array.shape) || !read_shape(json, "chunks", array.chunk) ||
        array.shape.size() != array.chunk.size() || !find_chunk_bytes(array))
        return Error{ErrorCode::corrupt, "its .zarray has no valid shape"};
    if (text_of(json, "dimension_separator") == "/") array.separator = '/';
    return array;
}

Inspection inspect_zarr_chunk(const ZarrArray& array, std::string_view chunk, std::uint64_t file_size,
                              std::string_view name) {
    if (file_size < array.chunk_bytes)
        return still_incomplete(bytes_missing(file_size, array.chunk_bytes, true));
    if (file_size > array.chunk_bytes) return kept_raw(file_size, "it is larger than its .zarray says");
    Inspection inspection;
    inspection.layout.format = "zarr";
    inspection.layout.file_size = file_size;
    std::string tensor(name);
    if (array.shape != array.chunk) tensor.append(".").append(chunk);
    add_dense_tensor(inspection.layout, {.name = std::move(tensor),
                                         .dtype = array.dtype,
                                         .offset = 0,
                                         .length = file_size,
                                         .shape = array.chunk});
    return inspection;
}

}  // namespace stepvault
