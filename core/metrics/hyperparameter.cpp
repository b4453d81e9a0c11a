#include "metrics/hyperparameter.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "metrics/metric_fields.h"

namespace stepvault {

namespace {

bool is_integer_text(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return stepvault::is_number(text);
}

std::string shortest_number(double value) {
    std::array<char, 32> digits{};
    const auto whole = to_step(value);
    auto* const end = digits.data() + digits.size();
    const auto done =
        whole ? std::to_chars(digits.data(), end, *whole) : std::to_chars(digits.data(), end, value);
    return {digits.data(), done.ptr};
}

}  // namespace

HyperparameterValue typed_value(std::string_view text) {
    if (is_one_of(text, std::array<std::string_view, 3>{"true", "True", "TRUE"})) return true;
    if (is_one_of(text, std::array<std::string_view, 3>{"false", "False", "FALSE"})) return false;
    const auto number = to_number(text);
    if (!number) return std::string(text);
    if (std::isnan(*number)) return std::string("nan");
    if (std::isinf(*number)) return std::string(*number > 0 ? "inf" : "-inf");
    if (is_integer_text(text) && !to_step(*number)) return std::string(text);
    return *number;
}

std::string value_text(const HyperparameterValue& value) {
    if (const auto* number = std::get_if<double>(&value)) return shortest_number(*number);
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    return std::get<std::string>(value);
}

}  // namespace stepvault
