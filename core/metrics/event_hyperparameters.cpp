#include "metrics/event_hyperparameters.h"

#include <bit>
#include <optional>
#include <string>

#include "metrics/event_record.h"
#include "metrics/settings_tree.h"
#include "metrics/wire_reader.h"

namespace stepvault {

namespace {

using SettingsWire = WireReader::Type;

/// Adds a google.protobuf.Value. SettingsTree bounds the recursion.
bool add_wire_value(ByteView message, SettingsTree& tree);

bool add_wire_map(ByteView message, SettingsTree& tree) {
    if (!tree.start_map()) return false;
    WireReader entries(message);
    while (entries.next()) {
        if (!entries.is(1, SettingsWire::bytes)) continue;
        std::string key;
        ByteView value;
        WireReader entry(entries.bytes());
        while (entry.next()) {
            if (entry.is(1, SettingsWire::bytes)) key = as_text(entry.bytes());
            if (entry.is(2, SettingsWire::bytes)) value = entry.bytes();
        }
        if (!tree.add(std::move(key)) || !add_wire_value(value, tree)) return false;
    }
    return tree.end();
}

bool add_wire_list(ByteView message, SettingsTree& tree) {
    if (!tree.start_list()) return false;
    WireReader values(message);
    while (values.next()) {
        if (values.is(1, SettingsWire::bytes) && !add_wire_value(values.bytes(), tree)) return false;
    }
    return tree.end();
}

bool add_wire_value(ByteView message, SettingsTree& tree) {
    WireReader value(message);
    // The one field that is set.
    if (!value.next()) return tree.add(nlohmann::json());
    if (value.is(2, SettingsWire::fixed64)) {
        const auto number = std::bit_cast<double>(value.number());
        return tree.add(json_value(typed_value(value_text(number))));
    }
    if (value.is(3, SettingsWire::bytes)) return tree.add(as_text(value.bytes()));
    if (value.is(4, SettingsWire::varint)) return tree.add(value.number() != 0);
    if (value.is(5, SettingsWire::bytes)) return add_wire_map(value.bytes(), tree);
    if (value.is(6, SettingsWire::bytes)) return add_wire_list(value.bytes(), tree);
    return tree.add(nlohmann::json());
}

/// The last field `number` of a message.
std::optional<ByteView> wire_field(ByteView message, std::uint64_t number) {
    std::optional<ByteView> found;
    WireReader fields(message);
    while (fields.next()) {
        if (fields.is(number, SettingsWire::bytes)) found = fields.bytes();
    }
    return found;
}

/// The SessionStartInfo in a Summary's Value.
std::optional<ByteView> session_start(ByteView value) {
    const auto metadata = wire_field(value, 9);
    const auto plugin = metadata ? wire_field(*metadata, 1) : std::nullopt;
    const auto name = plugin ? wire_field(*plugin, 1) : std::nullopt;
    if (!name || as_text(*name) != "hparams") return {};
    const auto content = wire_field(*plugin, 2);
    return content ? wire_field(*content, 3) : std::nullopt;
}

}  // namespace

Result<nlohmann::json> event_settings(ByteView beginning) {
    nlohmann::json last;
    while (beginning.size() >= event_header_bytes) {
        const auto length = load<std::uint64_t>(beginning);
        if (!holds_masked_crc(beginning.first(8), load<std::uint32_t>(beginning, 8))) break;
        if (length > beginning.size() - event_header_bytes ||
            beginning.size() - event_header_bytes - length < event_footer_bytes)
            break;
        const auto event = beginning.subspan(event_header_bytes, length);
        if (!holds_masked_crc(event, load<std::uint32_t>(beginning, event_header_bytes + length))) break;
        beginning = beginning.subspan(event_header_bytes + length + event_footer_bytes);
        const auto summary = wire_field(event, 5);
        if (!summary) continue;
        WireReader values(*summary);
        while (values.next()) {
            const auto session =
                values.is(1, SettingsWire::bytes) ? session_start(values.bytes()) : std::nullopt;
            if (!session) continue;
            SettingsTree tree;
            if (!add_wire_map(*session, tree)) return tree.error();
            last = tree.take();
        }
    }
    return last;
}

}  // namespace stepvault
