#include "metrics/event_message.h"

#include <bit>

#include "metrics/metric_fields.h"
#include "metrics/tensor_scalar.h"
#include "metrics/wire_reader.h"

namespace stepvault {

namespace {

using Wire = WireReader::Type;

constexpr std::size_t most_other_tags = 65536;

/// The bytes of the last field `number` in a message; empty where there is none.
ByteView inner(ByteView message, std::uint64_t number) {
    ByteView found;
    WireReader fields(message);
    while (fields.next()) {
        if (fields.is(number, Wire::bytes)) found = fields.bytes();
    }
    return found;
}

}  // namespace

void EventMessages::append_points(ByteView event, std::vector<MetricPoint>& points) {
    const auto before = points.size();
    double time = 0;
    std::int64_t step = 0;
    bool damaged = false;
    WireReader fields(event);
    while (fields.next()) {
        if (fields.is(1, Wire::fixed64)) time = std::bit_cast<double>(fields.number());
        if (fields.is(2, Wire::varint)) step = static_cast<std::int64_t>(fields.number());
        if (!fields.is(5, Wire::bytes)) continue;
        WireReader summary(fields.bytes());
        while (summary.next()) {
            if (summary.is(1, Wire::bytes)) append_value(summary.bytes(), points);
        }
        damaged = damaged || summary.damaged();
    }
    if (damaged || fields.damaged()) points.resize(before);
    // The fields may come in any order.
    for (auto i = before; i < points.size(); ++i) {
        points[i].step = step;
        points[i].time = to_epoch_seconds(time);
    }
}

void EventMessages::append_value(ByteView value, std::vector<MetricPoint>& points) {
    std::string_view tag;
    std::optional<double> number;
    ByteView tensor;
    ByteView metadata;
    WireReader fields(value);
    while (fields.next()) {
        if (fields.is(1, Wire::bytes)) tag = as_text(fields.bytes());
        if (fields.is(2, Wire::fixed32))
            number = std::bit_cast<float>(static_cast<std::uint32_t>(fields.number()));
        if (fields.is(8, Wire::bytes)) tensor = fields.bytes();
        if (fields.is(9, Wire::bytes)) metadata = fields.bytes();
    }
    if (fields.damaged()) return;
    const auto plugin = as_text(inner(inner(metadata, 1), 1));
    if (!plugin.empty() && plugin != "scalars") {
        if (others_.size() < most_other_tags) others_.emplace(tag);
        return;
    }
    if (!number && !tensor.empty()) number = scalar_of_tensor(tensor);
    if (!number || others_.contains(tag)) return;
    auto name = clean_tag(tag);
    if (name.empty()) return;
    points.push_back({.tag = std::move(name.insert(0, prefix_)), .value = *number});
}

}  // namespace stepvault
