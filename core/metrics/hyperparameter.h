// Hyperparameters: the settings of a training run, as its files name them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace stepvault {

/// A finite number, a bool or text. NaN and infinities are text: "nan", "inf", "-inf". A list is its JSON
/// text.
using HyperparameterValue = std::variant<double, bool, std::string>;

/// One setting of a run.
struct Hyperparameter {
    std::string key;  ///< bytes as in the file; the names of nested keys are joined by dots: "optimizer.lr"
    HyperparameterValue value;
    std::string source = {};  ///< the file that has it: its path below the run's folder

    bool operator==(const Hyperparameter&) const = default;
};

/// Limits of one file, and of a run: keys, and bytes of keys and values together.
constexpr std::size_t most_hyperparameters = 4096;
constexpr std::size_t most_hyperparameter_bytes = std::size_t{1} << 20;

/// The value of a text that has no type of its own: "3e-4" is a number, "True" a bool. An integer that a
/// double cannot hold stays text.
HyperparameterValue typed_value(std::string_view text);
/// The shortest text from which typed_value() makes the same number or bool; text itself.
std::string value_text(const HyperparameterValue& value);

}  // namespace stepvault
