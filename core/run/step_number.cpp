#include "run/step_number.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/text.h"
#include "run/name_tokens.h"

namespace stepvault {

namespace {

constexpr std::size_t most_digits = 18;  // always fits into 64 bits

constexpr bool is_latin_letter(char c) {
    return c >= 'a' && c <= 'z';
}

std::optional<std::int64_t> to_number(std::string_view digits) {
    if (digits.empty() || digits.size() > most_digits) return {};
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

/// The digits at `at`; empty for none, and for a rounded number ("100k").
std::string_view digits_at(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end]))
        ++end;
    const bool rounded = end < text.size() && (text[end] == 'k' || text[end] == 'm');
    const bool word_ends = end + 1 >= text.size() || !is_latin_letter(text[end + 1]);
    return rounded && word_ends ? std::string_view() : text.substr(at, end - at);
}

/// The number after the last `word`, which may be followed by one of `separators`. A word within another
/// ("timestep16") does not count, but "globalstep16" does.
std::optional<std::int64_t> number_after(std::string_view text, std::string_view word,
                                         std::string_view separators) {
    for (std::size_t end = text.size();;) {
        const auto at = text.substr(0, end).rfind(word);
        if (at == std::string_view::npos) return {};
        const bool inside =
            at > 0 && is_latin_letter(text[at - 1]) && !text.substr(0, at).ends_with("global");
        auto begin = at + word.size();
        if (begin < text.size() && separators.find(text[begin]) != std::string_view::npos) ++begin;
        if (const auto number = to_number(digits_at(text, begin)); number && !inside) return number;
        end = at;
    }
}

/// The number at the end of `text`, if separated from the text before it.
std::optional<std::int64_t> number_at_end(std::string_view text) {
    std::size_t begin = text.size();
    while (begin > 0 && is_digit(text[begin - 1]))
        --begin;
    if (begin > 0 && text[begin - 1] != '-' && text[begin - 1] != '_') return {};
    return to_number(text.substr(begin));
}

/// "1000" of "rl_model_1000_steps", Stable-Baselines3's name.
std::optional<std::int64_t> number_of_steps(std::string_view name) {
    constexpr std::string_view word = "steps";
    if (!name.ends_with(word)) return {};
    name.remove_suffix(word.size());
    if (name.ends_with('_') || name.ends_with('-')) name.remove_suffix(1);
    return number_at_end(name);
}

/// Finds the step by patterns that apply to files and folders alike.
std::optional<std::int64_t> find_marked(std::string_view name) {
    const auto at_end = number_at_end(name);
    for (const std::string_view word : {"checkpoint", "ckpt"}) {
        const auto at = name.rfind(word);
        if (at == std::string_view::npos || !at_end) continue;
        const auto rest = name.substr(at + word.size());
        if (rest.size() > 1 && std::ranges::all_of(rest.substr(1), is_digit)) return at_end;
    }
    for (const auto word : step_words) {
        if (const auto n = number_after(name, word, "-_=")) return n;
    }
    return {};
}

std::optional<std::int64_t> find_in_name(std::string_view part, bool last) {
    const auto bare = bare_name(part);
    const auto& name = bare.text;
    if (const auto found = find_marked(name)) return found;
    // A folder "exp_3" or "version_0" is not a step.
    if (!last || !bare.had_extension) return {};
    const auto steps = number_of_steps(name);
    return steps ? steps : number_at_end(name);
}

}  // namespace

std::optional<std::int64_t> step_from_name(std::string_view path) {
    for (bool last = true;; last = false) {
        const auto slash = path.rfind('/');
        const auto part = slash == std::string_view::npos ? path : path.substr(slash + 1);
        if (const auto found = find_in_name(part, last)) return found;
        if (slash == std::string_view::npos) return {};
        path = path.substr(0, slash);
    }
}

int compare_natural(std::string_view a, std::string_view b) {
    const auto sign = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < a.size() && k < b.size()) {
        if (!is_digit(a[i]) || !is_digit(b[k])) {
            if (a[i] != b[k]) return sign(static_cast<unsigned char>(a[i]), static_cast<unsigned char>(b[k]));
            ++i;
            ++k;
            continue;
        }
        const auto number = [](std::string_view text, std::size_t& at) {
            while (at < text.size() && text[at] == '0')
                ++at;
            const auto begin = at;
            while (at < text.size() && is_digit(text[at]))
                ++at;
            return text.substr(begin, at - begin);
        };
        const auto x = number(a, i);
        const auto y = number(b, k);
        if (x.size() != y.size()) return sign(x.size(), y.size());
        if (const int c = x.compare(y); c != 0) return c < 0 ? -1 : 1;
    }
    if (const int c = sign(a.size() - i, b.size() - k); c != 0) return c;
    // Equal except for leading zeros: an order is still needed.
    const int c = a.compare(b);
    return c < 0 ? -1 : c > 0 ? 1 : 0;
}

}  // namespace stepvault
