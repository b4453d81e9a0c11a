#include "fuzz/large_inputs.h"

#include <string>

namespace stepvault::fuzz {

namespace {

constexpr std::size_t megabyte = 1'000'000;

std::string repeated(std::string_view part, std::size_t times) {
    std::string text;
    text.reserve(part.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        text += part;
    return text;
}

/// Puts a valid length before `json`, so that readers read it.
std::string safetensors(const std::string& json) {
    ByteWriter out;
    out.put(static_cast<std::uint64_t>(json.size()));
    return std::string(as_text(out.view())) + json;
}

}  // namespace

void for_each_large_input(const std::function<void(std::string_view name, ByteView bytes)>& run) {
    const auto one = [&](std::string_view name, const std::string& text) { run(name, as_view(text)); };
    constexpr std::size_t deep = 100'000;
    one("ten megabytes in one line", "step,loss\n" + std::string(10 * megabyte, '7'));
    one("a row of half a million cells", "step,loss" + repeated(",1", megabyte / 2) + "\n1,2\n");
    one("empty lines", std::string(megabyte, '\n'));
    one("quotes", std::string(megabyte, '"'));
    one("zeros", std::string(megabyte, '\0'));
    one("arrays in arrays", repeated("[", deep) + repeated("]", deep));
    one("arrays that do not end", repeated("[", deep));
    one("objects in objects", repeated(R"({"a":)", deep) + "1" + repeated("}", deep));
    one("a plan with depth",
        R"({"stepvault_plan":1,"format":1,"log_history":)" + repeated("[", deep) + repeated("]", deep) + "}");
    one("a long number", R"({"step":1,"loss":)" + std::string(megabyte, '9') + "}");
    one("many fields", "{" + repeated(R"("a":1,)", megabyte / 10) + R"("step":1})");
    one("safetensors with depth", safetensors(repeated(R"({"a":)", deep) + "1" + repeated("}", deep)));
    one("safetensors of many tensors",
        safetensors("{" + repeated(R"("a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)", 20'000) +
                    R"("b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})"));
    one("pickle marks", "\x80\x02" + std::string(megabyte, '(') + ".");
    one("pickled lists in lists", "\x80\x02" + std::string(deep, ']') + std::string(deep - 1, 'a') + ".");
    one("pickled tuples in tuples", "\x80\x02)" + std::string(deep, '\x85') + ".");
    one("a pickle that doubles", "\x80\x02)" + repeated("2\x86", 1000) + ".");
    one("pickled memos", "\x80\x04]" + std::string(megabyte, '\x94') + ".");
    one("local headers of a zip", repeated("PK\x03\x04", megabyte / 4));
    one("directory entries of a zip",
        repeated("PK\x01\x02", megabyte / 4) + "PK\x05\x06" + std::string(18, '\xFF'));
}

}  // namespace stepvault::fuzz
