// A JSON object as a flat list of numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric_fields.h"

namespace stepvault {

/// Takes the events of a JSON parser between a StartObject and its EndObject. Numbers, and the strings "NaN",
/// "Infinity" and "-Infinity", become fields. Ignores arrays, other strings, booleans and nulls, and anything
/// more than 16 objects deep or with a name of more than 256 bytes.
class FlatObject {
 public:
    void start_object();
    void end_object();
    void start_array();
    void end_array();
    void key(std::string_view name);
    void number(double value);
    void string(std::string_view text);

    /// True if all started objects and arrays have ended.
    [[nodiscard]] bool ended() const { return depth_ == 0; }
    /// Depth of the next event in objects and arrays.
    [[nodiscard]] std::size_t depth() const { return depth_; }
    [[nodiscard]] const std::vector<NumberField>& fields() const { return fields_; }
    void clear();

 private:
    std::size_t depth_ = 0;
    std::size_t ignored_ = 0;  ///< depth inside an ignored value
    std::vector<std::size_t> prefix_sizes_;
    std::string prefix_;  ///< "outer/inner/"
    std::string name_;    ///< of the next value, including the prefix; empty for a value to ignore
    std::vector<NumberField> fields_;
};

/// Parses `text`; nullopt unless it is exactly one complete JSON object. Accepts bare NaN and Infinity, which
/// Python writes.
std::optional<std::vector<NumberField>> parse_flat_object(std::string_view text);

}  // namespace stepvault
