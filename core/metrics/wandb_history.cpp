#include "metrics/wandb_history.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "metrics/flat_object.h"
#include "metrics/wire_reader.h"

namespace stepvault {

namespace {

using Wire = WireReader::Type;

constexpr std::string_view step_name = "_step";

void add_fields(std::string_view name, std::string_view json, std::vector<NumberField>& fields) {
    if (const auto number = to_number(json)) {
        fields.push_back({std::string(name), *number});
        return;
    }
    // {"_type": "image-file", "width": 64, ...}
    if (json.find("\"_type\"") != std::string_view::npos) return;
    const auto parsed = parse_flat_object(std::string("{\"v\":").append(json).append("}"));
    if (!parsed) return;
    for (const auto& field : *parsed)
        fields.push_back({std::string(name).append(field.name, 1), field.value});
}

/// Numbers of a record, and those that are parts of media. W&B 0.31 makes an item of each number in an image:
/// "width" and "_type", both nested in "image".
struct History {
    std::vector<NumberField> fields;
    std::vector<std::string> nested_in;  ///< by field: name of the object that holds it; empty: none
    std::set<std::string> media;         ///< names of such objects that are images and the like
};

/// False where the item is damaged.
bool add_item(ByteView item, History& history) {
    std::string name;
    std::string outer;
    std::string inner;
    std::string_view json;
    WireReader parts(item);
    while (parts.next()) {
        if (parts.is(1, Wire::bytes)) name = as_text(parts.bytes());
        if (parts.is(2, Wire::bytes)) {
            outer.append(outer.empty() ? "" : "/").append(inner);
            inner = as_text(parts.bytes());
        }
        if (parts.is(16, Wire::bytes)) json = as_text(parts.bytes());
    }
    if (parts.damaged()) return false;
    if (!name.empty()) outer.clear();
    if (!outer.empty() && inner == "_type") history.media.insert(outer);
    if (name.empty()) name = outer.empty() ? inner : outer + "/" + inner;
    name = clean_tag(name);
    if (!name.empty()) add_fields(name, json, history.fields);
    history.nested_in.resize(history.fields.size(), outer);
    return true;
}

/// HistoryStep: 1 num, omitted where it is zero.
std::int64_t step_number(ByteView step) {
    std::int64_t number = 0;
    WireReader parts(step);
    while (parts.next()) {
        if (parts.is(1, Wire::varint)) number = static_cast<std::int64_t>(parts.number());
    }
    return number;
}

}  // namespace

void append_history(ByteView record, std::vector<MetricPoint>& points) {
    WireReader record_parts(record);
    ByteView history;
    while (record_parts.next()) {
        if (record_parts.is(2, Wire::bytes)) history = record_parts.bytes();
    }
    History numbers;
    std::optional<std::int64_t> step;
    WireReader parts(history);
    while (parts.next()) {
        if (parts.is(1, Wire::bytes) && !add_item(parts.bytes(), numbers)) return;
        if (parts.is(2, Wire::bytes)) step = step_number(parts.bytes());
    }
    if (record_parts.damaged() || parts.damaged()) return;
    std::vector<NumberField> fields;
    for (std::size_t i = 0; i < numbers.fields.size(); ++i) {
        if (!numbers.media.contains(numbers.nested_in[i])) fields.push_back(std::move(numbers.fields[i]));
    }
    if (step && std::ranges::find(fields, step_name, &NumberField::name) == fields.end())
        fields.push_back({std::string(step_name), static_cast<double>(*step)});
    append_points(fields, points);
}

}  // namespace stepvault
