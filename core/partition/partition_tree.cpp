#include "partition/partition_tree.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stepvault {

namespace {

/// Deeper levels stay in one key: paths come from files, and walks over the tree recurse.
constexpr int most_levels = 64;

}  // namespace

/// Holds views of the names passed in, which must outlive it.
class PartitionTree::Builder {
 public:
    explicit Builder(PartitionTree& tree) : tree_(tree) {}

    std::uint32_t container(std::uint32_t parent, std::string_view key) {
        const auto [at, added] = containers_.try_emplace({parent, key}, 0);
        if (added) at->second = add_node(parent, key);
        return at->second;
    }

    void add(std::uint32_t parent, std::string_view path, TreeTensor&& tensor) {
        for (int level = 0; level < most_levels; ++level) {
            const auto dot = path.find('.');
            if (dot == std::string_view::npos) break;
            parent = container(parent, path.substr(0, dot));
            path.remove_prefix(dot + 1);
        }
        auto& node = tree_.nodes_[add_node(parent, path)];
        node.first = static_cast<std::uint32_t>(found_.size());
        node.bytes = tensor.bytes();
        found_.push_back(std::move(tensor));
    }

    void finish() {
        tree_.tensors_.reserve(found_.size());
        visit(0);
    }

 private:
    std::uint32_t add_node(std::uint32_t parent, std::string_view key) {
        const auto index = static_cast<std::uint32_t>(tree_.nodes_.size());
        tree_.nodes_.push_back({.key = std::string(key), .parent = parent, .children = {}});
        tree_.nodes_[parent].children.push_back(index);
        return index;
    }

    void visit(std::uint32_t index) {
        auto& node = tree_.nodes_[index];
        const bool is_tensor = node.children.empty() && index != 0;
        const auto found = std::exchange(node.first, static_cast<std::uint32_t>(tree_.tensors_.size()));
        if (is_tensor) tree_.tensors_.push_back(std::move(found_[found]));
        for (const auto child : node.children) {
            visit(child);
            node.bytes += tree_.nodes_[child].bytes;
        }
        node.end = static_cast<std::uint32_t>(tree_.tensors_.size());
    }

    PartitionTree& tree_;
    std::vector<TreeTensor> found_;
    std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> containers_;
};

PartitionTree PartitionTree::of(std::span<const FileLayout> files) {
    PartitionTree tree;
    Builder builder(tree);
    for (std::uint32_t f = 0; f < files.size(); ++f) {
        const auto& layout = *files[f].layout;
        tree.rest_bytes_ += layout.file_size;
        if (layout.tensors.empty()) continue;
        const auto top = files.size() == 1 ? 0 : builder.container(0, files[f].path);
        std::vector<bool> seen(layout.payloads.size());
        for (const auto& view : layout.tensors) {
            if (seen[view.payload]) continue;
            seen[view.payload] = true;
            const auto& payload = layout.payloads[view.payload];
            const auto size = item_size(payload.dtype);
            tree.rest_bytes_ -= payload.length;
            builder.add(top, view.name,
                        {.name = view.name,
                         .elements = payload.length / size,
                         .item_size = size,
                         .file = f,
                         .payload = view.payload});
        }
    }
    builder.finish();
    return tree;
}

PartitionTree PartitionTree::of(const Layout& layout) {
    const FileLayout file{{}, &layout};
    return of(std::span(&file, 1));
}

Result<PartitionTree> PartitionTree::of(std::span<const ListedTensor> list, std::uint64_t rest_bytes) {
    PartitionTree tree;
    tree.rest_bytes_ = rest_bytes;
    Builder builder(tree);
    auto total = rest_bytes;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        const auto& entry = list[i];
        if (entry.item_size == 0 || entry.bytes % entry.item_size != 0) {
            return Error{ErrorCode::invalid_argument, "tensor " + entry.name + " of " +
                                                          std::to_string(entry.bytes) +
                                                          " bytes has no whole number of elements"};
        }
        if (__builtin_add_overflow(total, entry.bytes, &total))
            return Error{ErrorCode::invalid_argument, "the tensors have more than 2^64 bytes"};
        builder.add(0, entry.name,
                    {.name = entry.name,
                     .elements = entry.bytes / entry.item_size,
                     .item_size = entry.item_size,
                     .payload = i});
    }
    builder.finish();
    return tree;
}

std::string PartitionTree::path(std::uint32_t node) const {
    std::vector<std::string_view> keys;
    for (; node != 0; node = nodes_[node].parent)
        keys.emplace_back(nodes_[node].key);
    std::string path;
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) {
        if (key != keys.rbegin()) path += '.';
        path += *key;
    }
    return path;
}

}  // namespace stepvault
