// RapidJSON's event parser, configured for the JSON of training scripts. Include in .cpp files only.
#pragma once

#include <charconv>
#include <optional>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <string_view>
#include <system_error>

namespace stepvault {

/// The nearest double to a number that RapidJSON found well-formed. RapidJSON's own conversion of "0e300" and
/// similar numbers gives arbitrary values. nullopt beyond the largest double.
inline std::optional<double> json_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc()) return value;
    const auto exponent = text.find_first_of("eE");
    const bool is_small = exponent == std::string_view::npos || text.substr(exponent + 1).starts_with('-');
    return is_small ? std::optional(0.0) : std::nullopt;
}

/// Passes the events to `handler`: start_object, end_object, start_array, end_array, key(text),
/// number(double), string(text), other() (booleans and null). A handler that has number_text(text) or
/// boolean(bool) gets those instead of number() and other(). A handler that returns false ends the parse.
/// Returns true if `text` is exactly one complete JSON document in valid UTF-8. Accepts bare NaN and Infinity
/// as numbers. Does not recurse.
template <class Handler>
bool parse_json_events(std::string_view text, Handler& handler) {
    struct Adapter : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Adapter> {
        explicit Adapter(Handler& h) : handler(h) {}
        bool Default() { return handler.other(); }
        bool Bool(bool value) {
            if constexpr (requires { handler.boolean(value); }) {
                return handler.boolean(value);
            } else {
                return handler.other();
            }
        }
        bool RawNumber(const char* s, rapidjson::SizeType n, bool) {
            if constexpr (requires { handler.number_text(std::string_view(s, n)); }) {
                return handler.number_text({s, n});
            } else {
                const auto value = json_number({s, n});
                return value && handler.number(*value);
            }
        }
        bool String(const char* s, rapidjson::SizeType n, bool) { return handler.string({s, n}); }
        bool Key(const char* s, rapidjson::SizeType n, bool) { return handler.key({s, n}); }
        bool StartObject() { return handler.start_object(); }
        bool EndObject(rapidjson::SizeType) { return handler.end_object(); }
        bool StartArray() { return handler.start_array(); }
        bool EndArray(rapidjson::SizeType) { return handler.end_array(); }
        Handler& handler;
    };
    constexpr unsigned flags = rapidjson::kParseNanAndInfFlag | rapidjson::kParseNumbersAsStringsFlag |
                               rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
    Adapter adapter(handler);
    rapidjson::MemoryStream stream(text.data(), text.size());
    rapidjson::Reader reader;
    return !reader.Parse<flags>(stream, adapter).IsError() && stream.Tell() == text.size();
}

}  // namespace stepvault
