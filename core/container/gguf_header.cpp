#include "container/gguf_header.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>

#include "base/utf8.h"

namespace stepvault {

namespace {

constexpr std::uint32_t text_value = 8;
constexpr std::uint32_t array_value = 9;
constexpr std::array<std::uint32_t, 13> value_sizes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
constexpr std::uint64_t most_tensors = std::uint64_t{1} << 20;
constexpr std::uint64_t longest_gguf_name = 4096;
constexpr std::uint32_t most_gguf_dimensions = 8;  // the format has 4
constexpr std::uint64_t default_alignment = 32;
constexpr std::uint64_t most_alignment = std::uint64_t{1} << 20;

struct TensorType {
    std::uint32_t number;
    std::uint32_t block;  // elements
    std::uint32_t bytes;  // of a block
    DType dtype = DType::opaque;
};

constexpr TensorType tensor_types[] = {
    {0, 1, 4, DType::f32},
    {1, 1, 2, DType::f16},
    {24, 1, 1, DType::i8},
    {25, 1, 2, DType::i16},
    {26, 1, 4, DType::i32},
    {27, 1, 8, DType::i64},
    {28, 1, 8, DType::f64},
    {30, 1, 2, DType::bf16},
    // Quantized: Q4_0 to Q8_0, Q2_K to Q8_K, IQ2_XXS to IQ4_XS, IQ1_M, TQ1_0, TQ2_0, MXFP4.
    {2, 32, 18},
    {3, 32, 20},
    {6, 32, 22},
    {7, 32, 24},
    {8, 32, 34},
    {10, 256, 84},
    {11, 256, 110},
    {12, 256, 144},
    {13, 256, 176},
    {14, 256, 210},
    {15, 256, 292},
    {16, 256, 66},
    {17, 256, 74},
    {18, 256, 98},
    {19, 256, 50},
    {20, 32, 18},
    {21, 256, 110},
    {22, 256, 82},
    {23, 256, 136},
    {29, 256, 56},
    {34, 256, 54},
    {35, 256, 66},
    {39, 32, 17},
};

class GgufParser {
 public:
    explicit GgufParser(ByteView bytes) : reader_(bytes) {}

    Result<GgufHeader> parse() {
        reader_.get<std::uint32_t>();  // the magic number
        const auto version = reader_.get<std::uint32_t>();
        if (reader_.ok() && !is_gguf_version(version))
            return Error{ErrorCode::unsupported, "its GGUF version is neither 2 nor 3 at byte 4"};
        const auto tensors = reader_.get<std::uint64_t>();
        const auto values = reader_.get<std::uint64_t>();
        if (!reader_.ok()) return cut_off();
        if (tensors > most_tensors) return odd("its header counts too many tensors");
        for (std::uint64_t i = 0; i < values; ++i)
            STEPVAULT_TRY(read_value());
        for (std::uint64_t i = 0; i < tensors; ++i)
            STEPVAULT_TRY(read_tensor());
        const auto end = std::uint64_t{reader_.position()};
        header_.data_at = (end + alignment_ - 1) / alignment_ * alignment_;
        return std::move(header_);
    }

 private:
    [[nodiscard]] Error cut_off() const {
        if (oversized_) return odd("its header has a value larger than any header");
        return {ErrorCode::incomplete, "its header is cut off"};
    }
    [[nodiscard]] Error odd(const std::string& what) const {
        return {ErrorCode::corrupt, what + " at byte " + std::to_string(reader_.position())};
    }

    std::string_view take(std::uint64_t size) {
        oversized_ = oversized_ || (reader_.ok() && size > most_gguf_header);
        return as_text(reader_.get_bytes(size));
    }
    std::string_view text() { return take(reader_.get<std::uint64_t>()); }

    Status read_value() {
        const auto key = text();
        const auto type = reader_.get<std::uint32_t>();
        if (key == "general.alignment") return read_alignment(type);
        return skip(type);
    }

    Status read_alignment(std::uint32_t type) {
        if (!reader_.ok()) return cut_off();
        if (type >= value_sizes.size() || value_sizes[type] != sizeof(std::uint32_t))
            return odd("its header has an invalid alignment");
        alignment_ = reader_.get<std::uint32_t>();
        if (!reader_.ok()) return cut_off();
        if (!std::has_single_bit(alignment_) || alignment_ > most_alignment)
            return odd("its header has an invalid alignment");
        return {};
    }

    Status skip(std::uint32_t type) {
        std::uint64_t count = 1;
        if (type == array_value) {
            type = reader_.get<std::uint32_t>();
            count = reader_.get<std::uint64_t>();
        }
        if (!reader_.ok()) return cut_off();
        if (type >= value_sizes.size() || type == array_value)
            return odd("its header has a value of unknown type");
        if (type == text_value) {
            // Each text takes bytes, so the loop ends even where the count is wrong.
            for (std::uint64_t i = 0; i < count && reader_.ok(); ++i)
                text();
        } else {
            take(count > most_gguf_header ? count : count * value_sizes[type]);
        }
        if (!reader_.ok()) return cut_off();
        return {};
    }

    Status read_tensor() {
        const auto name = text();
        const auto dimensions = reader_.get<std::uint32_t>();
        if (!reader_.ok()) return cut_off();
        if (name.size() > longest_gguf_name) return odd("its header has a name that is too long");
        if (dimensions > most_gguf_dimensions) return odd("its header has a tensor of too many dimensions");
        GgufTensor tensor{.name = valid_utf8(name), .dtype = DType::opaque, .shape = {}};
        for (std::uint32_t i = 0; i < dimensions; ++i)
            tensor.shape.push_back(reader_.get<std::uint64_t>());
        const auto number = reader_.get<std::uint32_t>();
        tensor.offset = reader_.get<std::uint64_t>();
        if (!reader_.ok()) return cut_off();
        // The format stores the innermost dimension first.
        std::ranges::reverse(tensor.shape);
        const auto type = std::ranges::find(tensor_types, number, &TensorType::number);
        if (type == std::end(tensor_types)) {
            return Error{ErrorCode::unsupported,
                         "its tensor " + tensor.name + " is of the unknown type " + std::to_string(number)};
        }
        const auto length = length_of(tensor.shape, *type);
        if (!length) return odd("its header has a tensor whose shape makes no sense");
        tensor.length = *length;
        tensor.dtype = type->dtype;
        if (tensor.dtype == DType::opaque) tensor.shape = {tensor.length};
        header_.tensors.push_back(std::move(tensor));
        return {};
    }

    static std::optional<std::uint64_t> length_of(const std::vector<std::uint64_t>& shape,
                                                  const TensorType& type) {
        std::uint64_t elements = 1;
        for (const auto size : shape) {
            if (__builtin_mul_overflow(elements, size, &elements)) return std::nullopt;
        }
        std::uint64_t length = 0;
        const bool whole = (shape.empty() ? 1 : shape.back()) % type.block == 0;
        if (!whole || __builtin_mul_overflow(elements / type.block, std::uint64_t{type.bytes}, &length))
            return std::nullopt;
        return length;
    }

    ByteReader reader_;
    bool oversized_ = false;
    std::uint64_t alignment_ = default_alignment;
    GgufHeader header_;
};

}  // namespace

Result<GgufHeader> parse_gguf_header(ByteView bytes) {
    return GgufParser(bytes).parse();
}

}  // namespace stepvault
