#include "container/safetensors_writer.h"

#include <nlohmann/json.hpp>

namespace stepvault {

namespace {

constexpr std::size_t alignment = 8;

}  // namespace

Result<Bytes> safetensors_head(const std::vector<SafetensorsEntry>& entries,
                               const std::vector<std::pair<std::string, std::string>>& metadata) {
    using Json = nlohmann::ordered_json;
    // The outer object is joined by hand, because this library's objects search for each key they add.
    const auto text = [](const Json& json) {
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    Json about = Json::object();
    for (const auto& [key, value] : metadata)
        about[key] = value;
    std::string header = R"({"__metadata__":)" + text(about);
    for (const auto& entry : entries) {
        header +=
            ',' + text(entry.name) + ':' +
            text(
                {{"dtype", entry.dtype}, {"shape", entry.shape}, {"data_offsets", {entry.begin, entry.end}}});
    }
    header += '}';
    header.append((alignment - header.size() % alignment) % alignment, ' ');
    if (header.size() > largest_safetensors_header) {
        return Error{ErrorCode::limit, "so many tensors need a header of " + std::to_string(header.size()) +
                                           " bytes, safetensors allows " +
                                           std::to_string(largest_safetensors_header)};
    }
    ByteWriter out;
    out.put(static_cast<std::uint64_t>(header.size()));
    out.put_bytes(as_view(header));
    return out.take();
}

}  // namespace stepvault
