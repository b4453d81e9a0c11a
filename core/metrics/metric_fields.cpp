#include "metrics/metric_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace stepvault {

namespace {

constexpr std::array<std::string_view, 10> step_names = {"step",
                                                         "global_step",
                                                         "trainer/global_step",
                                                         "train/global_step",
                                                         "time/total_timesteps",
                                                         "total_timesteps",
                                                         "iter",
                                                         "iteration",
                                                         "_step",
                                                         "epoch"};
constexpr std::array<std::string_view, 4> time_names = {"time", "timestamp", "_timestamp", "wall_time"};

constexpr std::size_t longest_tag = 256;

bool same_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view spaces = " \t\r\n";
    const auto begin = text.find_first_not_of(spaces);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i++]);
        const int more = lead < 0x80   ? 0
                         : lead < 0xC2 ? -1
                         : lead < 0xE0 ? 1
                         : lead < 0xF0 ? 2
                         : lead < 0xF5 ? 3
                                       : -1;
        if (more < 0) return false;
        for (int k = 0; k < more; ++k, ++i) {
            if (i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return false;
        }
    }
    return true;
}

}  // namespace

std::optional<std::size_t> step_rank(std::string_view name) {
    for (std::size_t i = 0; i < step_names.size(); ++i) {
        if (same_ignoring_case(name, step_names[i])) return i;
    }
    return {};
}

bool names_loss(std::string_view name) {
    constexpr std::string_view word = "loss";
    return !std::ranges::search(name, word, {}, to_lower).empty();
}

bool is_time_name(std::string_view name) {
    return std::ranges::any_of(time_names, [&](std::string_view t) { return same_ignoring_case(name, t); });
}

std::optional<std::int64_t> to_step(double value) {
    constexpr double largest_exact = 9007199254740992.0;  // 2^53
    if (!(std::abs(value) <= largest_exact) || value != std::trunc(value)) return {};
    return static_cast<std::int64_t>(value);
}

double to_epoch_seconds(double value) {
    constexpr double earliest = 1e8;  // the year 1973, in seconds; the same in milliseconds is the year 5138
    if (!std::isfinite(value) || value < earliest) return 0;
    double seconds = value;
    while (seconds >= earliest * 1e3)
        seconds /= 1e3;
    return seconds;
}

std::string clean_tag(std::string_view name) {
    std::string tag(trimmed(name));
    if (tag.size() > longest_tag) return {};
    if (!is_utf8(tag))
        std::ranges::replace_if(
            tag, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
    return tag;
}

std::optional<double> to_number(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return value;
}

void append_points(std::span<const NumberField> fields, std::vector<MetricPoint>& points) {
    const NumberField* step_field = nullptr;
    std::size_t best_rank = step_names.size();
    double time = 0;
    for (const auto& field : fields) {
        const auto rank = step_rank(field.name);
        if (rank && *rank < best_rank && to_step(field.value)) {
            best_rank = *rank;
            step_field = &field;
        }
        if (time == 0 && is_time_name(field.name)) time = to_epoch_seconds(field.value);
    }
    if (step_field == nullptr) return;
    const auto step = *to_step(step_field->value);
    for (const auto& field : fields) {
        if (&field == step_field || field.name.starts_with('_')) continue;
        if (is_time_name(field.name) && to_epoch_seconds(field.value) > 0) continue;
        points.push_back({.tag = field.name, .step = step, .time = time, .value = field.value});
    }
}

}  // namespace stepvault
