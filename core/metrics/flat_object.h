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
/// "Infinity" and "-Infinity", become fields; arrays, other strings, booleans and nulls are left out, and so
/// is what lies more than 16 objects deep or has a name of more than 256 bytes.
class FlatObject {
 public:
    void start_object();
    void end_object();
    void start_array();
    void end_array();
    void key(std::string_view name);
    void number(double value);
    void string(std::string_view text);

    /// All objects and arrays that were begun have ended.
    [[nodiscard]] bool ended() const { return depth_ == 0; }
    /// How deep in objects and arrays the next event lies.
    [[nodiscard]] std::size_t depth() const { return depth_; }
    [[nodiscard]] const std::vector<NumberField>& fields() const { return fields_; }
    void clear();

 private:
    std::size_t depth_ = 0;
    std::size_t ignored_ = 0;  ///< depth inside of what is left out
    std::vector<std::size_t> prefix_sizes_;
    std::string prefix_;  ///< "outer/inner/"
    std::string name_;    ///< of the value that comes next, prefix included; empty for one to leave out
    std::vector<NumberField> fields_;
};

/// nullopt where `text` is not one whole JSON object. Bare NaN and Infinity are accepted, as Python writes
/// them.
std::optional<std::vector<NumberField>> parse_flat_object(std::string_view text);

}  // namespace stepvault
