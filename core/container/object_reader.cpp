#include "container/object_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/checksum.h"
#include "base/utf8.h"
#include "container/pickle_reader.h"
#include "container/safetensors.h"
#include "container/torch_legacy.h"
#include "container/torch_walker.h"
#include "container/zip_directory.h"

namespace stepvault {

namespace {

constexpr std::uint64_t most_read = std::uint64_t{64} << 20;
/// The opcode PROTO, with which binary protocols begin.
constexpr std::byte pickle_mark{0x80};
/// Magic number, protocol and system information come before the object.
constexpr int pickles_before_object = 3;

Result<Bytes> read_range(const File& file, std::uint64_t offset, std::uint64_t length) {
    Bytes bytes(std::min(length, most_read));
    STEPVAULT_TRY(file.read_exact(offset, bytes));
    return bytes;
}

Result<FileContent> of_pickle(ByteView bytes, const TreeLimits& limits, int pickles_before = 0) {
    FileContent content;
    for (int i = 0; i < pickles_before; ++i) {
        const auto graph = read_pickle(bytes);
        if (!graph) return content;
        bytes = bytes.subspan(graph->length);
    }
    const auto graph = read_pickle(bytes);
    if (!graph) return content;
    content.lines = object_tree(*graph, limits);
    content.globals = walk_torch_object(*graph).globals;
    return content;
}

Result<FileContent> of_zip(const File& file, std::uint64_t size, const TreeLimits& limits) {
    STEPVAULT_ASSIGN(pickle, torch_zip_pickle(file, size));
    return pickle ? of_pickle(*pickle, limits) : FileContent{};
}

Result<FileContent> of_safetensors(ByteView bytes, const TreeLimits& limits) {
    FileContent content;
    const auto length = load<std::uint64_t>(bytes, 0);
    if (length > bytes.size() - sizeof(length)) return content;
    const auto json = nlohmann::json::parse(as_text(bytes.subspan(sizeof(length), length)), nullptr, false);
    const auto metadata = json.is_object() ? json.find("__metadata__") : json.end();
    if (!json.is_object() || metadata == json.end() || !metadata->is_object()) return content;
    content.lines.push_back(
        {0, {}, "metadata, " + std::to_string(metadata->size()) + " items", ObjectKind::container});
    for (const auto& [key, value] : metadata->items()) {
        if (!value.is_string()) continue;
        const auto& text = value.get_ref<const std::string&>();
        content.lines.push_back({1, key.substr(0, limits.text),
                                 "'" + valid_utf8(text.substr(0, limits.text)) + "'", ObjectKind::value,
                                 text.size() > limits.text ? xxh3(as_view(text)) : 0});
        if (content.lines.size() == limits.lines) break;
    }
    return content;
}

}  // namespace

Result<std::optional<Bytes>> torch_zip_pickle(const File& file, std::uint64_t size) {
    const auto entries = read_zip_directory(file, size);
    if (!entries) return std::optional<Bytes>();
    const auto pickle = std::ranges::find_if(*entries, [](const auto& e) {
        return e.stored && (e.name == "data.pkl" || e.name.ends_with("/data.pkl"));
    });
    if (pickle == entries->end()) return std::optional<Bytes>();
    STEPVAULT_ASSIGN(bytes, read_range(file, pickle->offset, pickle->length));
    return std::optional(std::move(bytes));
}

Result<FileContent> read_objects(const File& file, std::string_view format, const TreeLimits& limits) {
    if (format == "torch-distributed") return FileContent{};
    STEPVAULT_ASSIGN(size, file.size());
    STEPVAULT_ASSIGN(bytes, read_range(file, 0, size));
    if (as_text(bytes).starts_with(zip_magic)) return of_zip(file, size, limits);
    if (begins_like_torch_legacy(bytes)) return of_pickle(bytes, limits, pickles_before_object);
    if (begins_like_safetensors(bytes)) return of_safetensors(bytes, limits);
    if (!bytes.empty() && bytes.front() == pickle_mark) return of_pickle(bytes, limits);
    return FileContent{};
}

}  // namespace stepvault
