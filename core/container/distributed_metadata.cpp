#include "container/distributed_metadata.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/utf8.h"
#include "container/pickle_reader.h"
#include "container/torch_tensor.h"
#include "container/torch_walker.h"

namespace stepvault {

namespace {

constexpr std::uint64_t most_metadata = std::uint64_t{1} << 30;
constexpr std::uint64_t most_file = std::uint64_t{1} << 63;
constexpr int most_attributes = 16;
constexpr std::size_t longest_name = 4096;  // bytes, of keys and of paths
// Limits memory, because short entries of a pickle may all share a long name.
constexpr std::uint64_t memory_per_byte = 64;
constexpr std::uint64_t memory_extra = std::uint64_t{1} << 20;

Error odd(const std::string& what) {
    return {ErrorCode::corrupt, "it " + what};
}

/// The attribute that BUILD set on an object such as a dataclass; no_pickle where there is no attribute of
/// that name.
PickleId attribute(const PickleGraph& graph, PickleId object, std::string_view name) {
    if (!graph.is(object, PickleKind::call) || !graph.is(graph.at(object).state, PickleKind::dict))
        return no_pickle;
    auto cell = graph.at(graph.at(object).state).first;
    for (int i = 0; cell != no_pickle && i < most_attributes; ++i, cell = graph.cells[cell].next) {
        if (graph.text(graph.cells[cell].key) == name) return graph.cells[cell].value;
    }
    return no_pickle;
}

/// A MetadataIndex.
struct ItemKey {
    std::string_view name;
    std::optional<std::vector<std::uint64_t>> place;  ///< for tensors: position of the chunk, in elements
};

std::optional<ItemKey> item_key(const PickleGraph& graph, PickleId id) {
    const auto name = graph.text(attribute(graph, id, "fqn"));
    if (name.empty() || name.size() > longest_name) return std::nullopt;
    const auto place = attribute(graph, id, "offset");
    if (place == no_pickle || graph.is(place, PickleKind::none)) return ItemKey{name, std::nullopt};
    auto sizes = torch_sizes(graph, place);
    if (!sizes) return std::nullopt;
    return ItemKey{name, std::move(sizes)};
}

std::string chunk_suffix(const std::vector<std::uint64_t>& place) {
    std::string suffix = "[";
    for (const auto element : place)
        suffix += (suffix.size() > 1 ? "," : "") + std::to_string(element);
    return suffix + "]";
}

/// Torch never writes paths that lead out of the folder.
bool is_inside(std::string_view path) {
    if (path.empty() || path.size() > longest_name || path.front() == '/') return false;
    while (!path.empty()) {
        const auto part = path.substr(0, path.find('/'));
        if (part == "..") return false;
        path.remove_prefix(std::min(path.size(), part.size() + 1));
    }
    return true;
}

class MetadataReader {
 public:
    explicit MetadataReader(const PickleGraph& graph)
        : graph_(graph), allowed_bytes_(memory_per_byte * graph.length + memory_extra) {}

    Result<DistributedMetadata> read() {
        const auto items = attribute(graph_, graph_.root, "storage_data");
        if (!graph_.is(items, PickleKind::dict)) return odd("lists no items");
        for (auto cell = graph_.at(items).first; cell != no_pickle; cell = graph_.cells[cell].next) {
            if (const auto key = item_key(graph_, graph_.cells[cell].key)) ++chunks_[key->name];
        }
        for (auto cell = graph_.at(items).first; cell != no_pickle; cell = graph_.cells[cell].next)
            STEPVAULT_TRY(add(graph_.cells[cell].key, graph_.cells[cell].value));
        for (auto& [path, found] : metadata_.files)
            STEPVAULT_TRY(order(path, found));
        metadata_.globals = walk_torch_object(graph_).globals;
        return std::move(metadata_);
    }

 private:
    Status add(PickleId index, PickleId info) {
        const auto key = item_key(graph_, index);
        const auto path = graph_.text(attribute(graph_, info, "relative_path"));
        const auto offset = natural(graph_, attribute(graph_, info, "offset"));
        const auto length = natural(graph_, attribute(graph_, info, "length"));
        if (!key || !offset || !length) return odd("has an item without name or place");
        if (!is_inside(path)) return odd("names a file outside of its folder: " + valid_utf8(path));
        if (*length > most_file - *offset) return odd("has an item that no file can hold");
        DistributedItem item{.name = valid_utf8(key->name),
                             .offset = *offset,
                             .length = *length,
                             .tensor = key->place.has_value()};
        if (item.tensor && chunks_[key->name] > 1) item.name += chunk_suffix(*key->place);
        const auto transforms = attribute(graph_, info, "transform_descriptors");
        item.transformed = transforms != no_pickle && !graph_.is(transforms, PickleKind::none) &&
                           !graph_.elements(transforms, 1).empty();
        used_bytes_ += sizeof(item) + item.name.size();
        if (used_bytes_ > allowed_bytes_) return Error{ErrorCode::limit, "it needs more memory than allowed"};
        const auto found = metadata_.files.find(path);
        auto& items = found != metadata_.files.end() ? found->second : metadata_.files[std::string(path)];
        items.push_back(std::move(item));
        return {};
    }

    static Status order(const std::string& path, std::vector<DistributedItem>& items) {
        std::ranges::sort(items, {}, [](const DistributedItem& i) { return std::pair(i.offset, i.length); });
        for (std::size_t i = 1; i < items.size(); ++i) {
            if (items[i].offset < items[i - 1].offset + items[i - 1].length)
                return odd("gives bytes to two items at byte " + std::to_string(items[i].offset) + " of " +
                           valid_utf8(path));
        }
        return {};
    }

    const PickleGraph& graph_;
    std::uint64_t allowed_bytes_;
    std::uint64_t used_bytes_ = 0;
    std::unordered_map<std::string_view, std::uint64_t> chunks_;  ///< number of items for each key
    DistributedMetadata metadata_;
};

}  // namespace

Result<DistributedMetadata> read_distributed_metadata(const File& file, std::uint64_t file_size) {
    if (file_size > most_metadata) {
        return Error{ErrorCode::limit, "its " + std::to_string(file_size) + " bytes are too many"};
    }
    Bytes bytes(file_size);
    STEPVAULT_TRY(file.read_exact(0, bytes));
    STEPVAULT_ASSIGN(graph, read_pickle(bytes));
    return MetadataReader(graph).read();
}

}  // namespace stepvault
