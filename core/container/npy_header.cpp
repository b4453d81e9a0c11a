#include "container/npy_header.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "container/element_types.h"
#include "container/verdict.h"

namespace stepvault {

namespace {

constexpr std::uint64_t longest_prefix = 12;
constexpr std::uint64_t longest_text = std::uint64_t{1} << 20;
constexpr std::size_t most_dimensions = 64;

Error odd(std::size_t at) {
    return {ErrorCode::corrupt, "its header is not as numpy writes it at byte " + std::to_string(at)};
}

/// A position in the text of the dict. After the first mismatch, ok() is false.
class DictText {
 public:
    explicit DictText(std::string_view text) : text_(text) {}

    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] std::size_t position() const { return at_; }
    [[nodiscard]] bool at_end() {
        skip_space();
        return at_ == text_.size();
    }
    bool take(std::string_view token) {
        skip_space();
        if (!text_.substr(at_).starts_with(token)) return false;
        at_ += token.size();
        return true;
    }
    void expect(std::string_view token) { ok_ = take(token) && ok_; }
    std::string_view quoted() {
        const auto quote = take("'") ? '\'' : '"';
        if (quote == '"') expect("\"");
        const auto end = text_.find(quote, at_);
        if (!ok_ || end == std::string_view::npos) {
            ok_ = false;
            return {};
        }
        const auto value = text_.substr(at_, end - at_);
        at_ = end + 1;
        // Numpy writes no escapes here.
        ok_ = value.find('\\') == std::string_view::npos;
        return value;
    }
    std::uint64_t number() {
        skip_space();
        std::uint64_t value = 0;
        const auto* begin = text_.data() + at_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
        ok_ = ok_ && error == std::errc{};
        at_ += static_cast<std::size_t>(end - begin);
        (void)take("L");  // Python 2 wrote long numbers so
        return value;
    }

 private:
    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n'))
            ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

std::vector<std::uint64_t> read_shape(DictText& text) {
    std::vector<std::uint64_t> shape;
    text.expect("(");
    while (text.ok() && !text.take(")") && shape.size() < most_dimensions) {
        shape.push_back(text.number());
        if (text.take(",")) continue;
        text.expect(")");
        break;
    }
    return shape;
}

bool multiply(std::uint64_t& bytes, const std::vector<std::uint64_t>& shape) {
    return std::ranges::none_of(shape,
                                [&](std::uint64_t n) { return __builtin_mul_overflow(bytes, n, &bytes); });
}

/// Size in bytes of a record whose "[" was already read: "('a', '<f4'), ('b', '<i8', (3,))]". Nothing where
/// the size of a field is unknown.
std::optional<std::uint64_t> record_size(DictText& text) {
    std::uint64_t size = 0;
    while (text.ok() && !text.take("]")) {
        text.expect("(");
        (void)text.quoted();
        text.expect(",");
        const auto field = numpy_type(text.quoted());
        auto bytes = field ? field->bytes : 0;
        const bool sized = field && (!text.take(",") || multiply(bytes, read_shape(text)));
        if (!sized || __builtin_add_overflow(size, bytes, &size)) return {};
        text.expect(")");
        if (text.take(",")) continue;
        text.expect("]");
        break;
    }
    return text.ok() ? std::optional(size) : std::nullopt;
}

/// False where the size of the elements is unknown.
bool read_type(DictText& text, NpyHeader& header) {
    header.records = text.take("[");
    if (header.records) {
        const auto size = record_size(text);
        header.length = size.value_or(0);
        return size.has_value();
    }
    const auto element = numpy_type(text.quoted());
    if (!element) return !text.ok();
    header.dtype = element->dtype;
    header.length = element->bytes;
    return true;
}

Result<NpyHeader> parse_dict(std::string_view dict, std::size_t dict_at) {
    DictText text(dict);
    NpyHeader header;
    bool has_type = false;
    bool has_order = false;
    bool has_shape = false;
    text.expect("{");
    while (text.ok() && !text.take("}")) {
        const auto key = text.quoted();
        text.expect(":");
        if (key == "descr" && !std::exchange(has_type, true)) {
            if (!read_type(text, header))
                return Error{ErrorCode::unsupported, "the size of its elements is not known"};
        } else if (key == "fortran_order" && !std::exchange(has_order, true)) {
            header.columns_first = text.take("True");
            if (!header.columns_first) text.expect("False");
        } else if (key == "shape" && !std::exchange(has_shape, true)) {
            header.shape = read_shape(text);
        } else {
            return odd(dict_at + text.position());
        }
        if (text.take(",")) continue;
        text.expect("}");
        break;
    }
    const bool whole = text.ok() && text.at_end() && has_type && has_order && has_shape;
    // An extent of 0 would make an overflow of the others harmless, but numpy never writes such shapes.
    if (!whole || !multiply(header.length, header.shape)) return odd(dict_at + text.position());
    return header;
}

}  // namespace

Result<NpyHeader> read_npy_header(const File& file, std::uint64_t offset, std::uint64_t available) {
    constexpr std::uint64_t usual = 128;  // covers the complete header in most files
    const auto cut_off = [&](std::uint64_t needed) {
        return Error{ErrorCode::incomplete, bytes_missing(available, needed, false)};
    };
    Bytes bytes(std::min(available, usual));
    STEPVAULT_TRY(file.read_exact(offset, bytes));
    if (!as_text(bytes).starts_with(npy_magic.substr(0, bytes.size()))) return odd(0);
    if (available < longest_prefix) return cut_off(longest_prefix);
    const auto version = static_cast<unsigned>(bytes[npy_magic.size()]);
    if (version < 1 || version > 3)
        return Error{ErrorCode::unsupported,
                     "it is of version " + std::to_string(version) + " of numpy's format"};
    const std::uint64_t prefix = version == 1 ? 10 : 12;
    const std::uint64_t length = version == 1 ? load<std::uint16_t>(bytes, 8) : load<std::uint32_t>(bytes, 8);
    if (length > longest_text)
        return Error{ErrorCode::limit, "its header of " + std::to_string(length) + " bytes is too large"};
    const auto data_at = prefix + length;
    if (data_at > available) return cut_off(data_at);
    if (data_at > bytes.size()) {
        bytes.resize(data_at);
        STEPVAULT_TRY(file.read_exact(offset, bytes));
    }
    STEPVAULT_ASSIGN(header, parse_dict(as_text(bytes).substr(prefix, length), prefix));
    if (header.length > UINT64_MAX - data_at) return odd(prefix);
    header.data_at = data_at;
    return std::move(header);
}

}  // namespace stepvault
