#include "remote/wire/wire_value.h"

namespace stepvault::wire {

namespace {

constexpr std::size_t deepest = 24;
/// Each takes sixteen bytes of memory, and one in the message.
constexpr std::size_t most_values = std::size_t{8} << 20;

/// Builds a value, within limits; messages hold no maps and no tags.
class Builder : public nlohmann::json_sax<Value> {
 public:
    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& value) override { return add(std::move(value)); }
    bool start_array(std::size_t /*elements*/) override {
        if (open_.size() == deepest) return exceed();
        auto* list = place(Value::array());
        if (list == nullptr) return false;
        open_.push_back(list);
        return true;
    }
    bool end_array() override {
        open_.pop_back();
        return true;
    }
    bool start_object(std::size_t /*elements*/) override { return false; }
    bool key(string_t& /*name*/) override { return false; }
    bool end_object() override { return false; }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*error*/) override {
        return false;
    }

    [[nodiscard]] bool is_beyond_limits() const { return is_beyond_limits_; }
    Value take() { return std::move(root_); }

 private:
    bool exceed() {
        is_beyond_limits_ = true;
        return false;
    }
    bool add(Value value) { return place(std::move(value)) != nullptr; }
    /// A list stays where it is until it is closed, since only the innermost one grows.
    Value* place(Value value) {
        if (++count_ > most_values) {
            exceed();
            return nullptr;
        }
        if (open_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        auto& list = *open_.back();
        list.push_back(std::move(value));
        return &list.back();
    }

    Value root_;
    std::vector<Value*> open_;
    std::size_t count_ = 0;
    bool is_beyond_limits_ = false;
};

/// True if the message consists of items that write_message() makes, cut nowhere. Strings of several parts
/// are none: the library reads each part of a part by recursion, however deep a hostile message nests them.
bool has_plain_items(ByteView bytes) {
    enum Major : unsigned { positive, negative, binary, text, list, map, tag, simple };
    constexpr std::uint8_t false_value = 20;
    constexpr std::uint8_t null_value = 22;
    constexpr std::uint8_t one_byte = 24;
    constexpr std::uint8_t eight_bytes = 27;
    ByteReader in(bytes);
    while (in.ok() && in.left() > 0) {
        const auto head = in.get<std::uint8_t>();
        const auto major = static_cast<Major>(head >> 5U);
        const auto detail = static_cast<std::uint8_t>(head & 31U);
        if (major == map || major == tag || detail > eight_bytes) return false;
        if (major == simple && (detail < false_value || detail == null_value + 1 || detail == one_byte))
            return false;
        std::uint64_t argument = detail;
        if (detail >= one_byte) {
            argument = 0;
            for (unsigned left = 1U << (detail - one_byte); left > 0; --left)
                argument = argument << 8U | in.get<std::uint8_t>();
        }
        if (major == binary || major == text) (void)in.get_bytes(argument);
    }
    return in.ok();
}

}  // namespace

const Value::binary_t* bytes_of(const Value& value) {
    return value.get_ptr<const Value::binary_t*>();
}

Value bytes_value(ByteView bytes) {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
    return Value::binary(std::vector<std::uint8_t>(begin, begin + bytes.size()));
}

Bytes write_message(const Value& value) {
    const auto written = Value::to_cbor(value);
    const auto view = std::as_bytes(std::span(written));
    return {view.begin(), view.end()};
}

Result<Value> read_message(ByteView bytes) {
    if (!has_plain_items(bytes)) return Error{ErrorCode::corrupt, "a message is damaged"};
    Builder builder;
    // The reader asks for the traits of the bytes' type, which the standard promises for char alone.
    const auto text = as_text(bytes);
    if (Value::sax_parse(text.begin(), text.end(), &builder, Value::input_format_t::cbor))
        return builder.take();
    if (builder.is_beyond_limits()) return Error{ErrorCode::limit, "a message has too many values"};
    return Error{ErrorCode::corrupt, "a message is damaged"};
}

}  // namespace stepvault::wire
