// RapidJSON's event parser, set up for what training scripts write. Include in .cpp files only.
#pragma once

#include <cstdint>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <string_view>

namespace stepvault {

/// Hands the events to `handler`: start_object, end_object, start_array, end_array, key(text),
/// number(double), string(text), other() (booleans and null); a false answer ends the parse. True when `text`
/// is one whole JSON document in valid UTF-8. Bare NaN and Infinity are numbers. Does not recurse.
template <class Handler>
bool parse_json_events(std::string_view text, Handler& handler) {
    struct Adapter : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Adapter> {
        explicit Adapter(Handler& h) : handler(h) {}
        bool Default() { return handler.other(); }
        bool Int(int v) { return handler.number(v); }
        bool Uint(unsigned v) { return handler.number(v); }
        bool Int64(std::int64_t v) { return handler.number(static_cast<double>(v)); }
        bool Uint64(std::uint64_t v) { return handler.number(static_cast<double>(v)); }
        bool Double(double v) { return handler.number(v); }
        bool String(const char* s, rapidjson::SizeType n, bool) { return handler.string({s, n}); }
        bool Key(const char* s, rapidjson::SizeType n, bool) { return handler.key({s, n}); }
        bool StartObject() { return handler.start_object(); }
        bool EndObject(rapidjson::SizeType) { return handler.end_object(); }
        bool StartArray() { return handler.start_array(); }
        bool EndArray(rapidjson::SizeType) { return handler.end_array(); }
        Handler& handler;
    };
    constexpr unsigned flags = rapidjson::kParseNanAndInfFlag | rapidjson::kParseFullPrecisionFlag |
                               rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
    Adapter adapter(handler);
    rapidjson::MemoryStream stream(text.data(), text.size());
    rapidjson::Reader reader;
    return !reader.Parse<flags>(stream, adapter).IsError() && stream.Tell() == text.size();
}

}  // namespace stepvault
