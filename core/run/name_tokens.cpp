#include "run/name_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/text.h"

namespace stepvault {

namespace {

/// "-state" ends the names of the folders from which kohya's scripts resume.
constexpr std::array<std::string_view, 15> extensions = {
    ".pt", ".pth",     ".ckpt", ".bin",  ".tar",     ".npz", ".safetensors", ".keras",
    ".h5", ".weights", ".hdf5", ".gguf", ".msgpack", ".zip", "-state"};

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

/// Begin and end of "-00001-of-00005"; npos without a mark.
struct ShardMark {
    std::size_t begin = std::string_view::npos;
    std::size_t end = 0;
};
ShardMark find_shard_mark(std::string_view name) {
    const auto of = name.rfind("-of-");
    if (of == std::string_view::npos) return {};
    auto end = of + 4;
    while (end < name.size() && is_digit(name[end]))
        ++end;
    auto begin = of;
    while (begin > 0 && is_digit(name[begin - 1]))
        --begin;
    const bool separated = begin > 0 && (name[begin - 1] == '-' || name[begin - 1] == '_');
    if (end == of + 4 || begin == of || !separated || (end < name.size() && name[end] != '.')) return {};
    const auto before = lower_case(name.substr(0, begin - 1));
    if (std::ranges::any_of(step_words, [&](auto word) { return before.ends_with(word); })) return {};
    return {begin - 1, end};
}

bool remove_extensions(std::string& name) {
    const auto size = name.size();
    for (bool again = true; again;) {
        again = false;
        for (const auto e : extensions) {
            if (name.size() <= e.size() || !name.ends_with(e)) continue;
            name.resize(name.size() - e.size());
            again = true;
        }
    }
    return name.size() != size;
}

/// Removes "-v1", Lightning's mark of a second file of the same name, and returns the version.
std::string take_version(std::string& name) {
    auto begin = name.size();
    while (begin > 0 && is_digit(name[begin - 1]))
        --begin;
    if (begin == name.size() || !std::string_view(name).substr(0, begin).ends_with("-v")) return {};
    auto version = name.substr(begin);
    name.resize(begin - 2);
    return version;
}

}  // namespace

BareName bare_name(std::string_view name) {
    BareName bare;
    bare.text = lower_case(name);
    bare.had_extension = remove_extensions(bare.text);
    const auto shard = find_shard_mark(bare.text);
    if (shard.begin != std::string_view::npos && shard.end == bare.text.size()) {
        bare.text.resize(shard.begin);
    } else {
        bare.version = take_version(bare.text);
    }
    return bare;
}

std::vector<NameToken> tokenize(std::string_view bare) {
    std::vector<NameToken> words;
    std::size_t last_end = std::string_view::npos;
    for (std::size_t at = 0; at < bare.size();) {
        const bool number = is_digit(bare[at]);
        if (!number && !is_letter(bare[at])) {
            ++at;
            continue;
        }
        auto end = at;
        while (end < bare.size() && (number ? is_digit(bare[end]) : is_letter(bare[end])))
            ++end;
        words.push_back({std::string(bare.substr(at, end - at)), at, number, at == last_end});
        last_end = at = end;
    }
    return words;
}

std::optional<ShardName> shard_name(std::string_view name) {
    const auto mark = find_shard_mark(name);
    if (mark.begin == std::string_view::npos) return {};
    ShardName shard{.whole = std::string(name.substr(0, mark.begin)) + std::string(name.substr(mark.end))};
    const auto* end = name.data() + mark.end;
    const auto number = std::from_chars(name.data() + mark.begin + 1, end, shard.number);
    constexpr std::string_view of = "-of-";
    if (number.ec != std::errc() ||
        std::from_chars(number.ptr + of.size(), end, shard.count).ec != std::errc())
        return {};
    return shard;
}

std::string unsharded_name(std::string_view name) {
    auto shard = shard_name(name);
    return shard ? std::move(shard->whole) : std::string();
}

}  // namespace stepvault
