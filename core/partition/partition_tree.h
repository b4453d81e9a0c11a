// A checkpoint as the partition rules see it: nested containers with tensors as leaves.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "container/layout.h"

namespace stepvault {

struct ListedTensor {
    std::string name;  ///< path: keys and indices joined by '.'
    std::uint64_t bytes = 0;
    std::uint32_t item_size = 1;
};

/// One of a checkpoint's files.
struct FileLayout {
    std::string_view path;  ///< inside the checkpoint's folder; empty for a checkpoint of one file
    const Layout* layout = nullptr;
};

/// A leaf of the tree.
struct TreeTensor {
    std::string name;  ///< path in its file
    std::uint64_t elements = 0;
    std::uint32_t item_size = 1;
    std::uint32_t file = 0;     ///< index of its file
    std::uint32_t payload = 0;  ///< index of its payload in that file's layout, or its own index in the list

    [[nodiscard]] std::uint64_t bytes() const { return elements * item_size; }
};

/// A container, or a tensor in its container.
struct TreeNode {
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    std::string key;  ///< key in the parent container
    std::uint32_t parent = none;
    std::vector<std::uint32_t> children;  ///< in order of appearance; empty for a tensor
    std::uint32_t first = 0;              ///< its tensors: [first, end)
    std::uint32_t end = 0;
    std::uint64_t bytes = 0;

    [[nodiscard]] std::uint64_t tensors() const { return end - first; }
};

/// Nodes are made from the paths of tensors, so names like "layer.0.weight" nest even in a flat dictionary.
/// Tensors are in the order of the tree, depth first; containers in order of appearance. Immutable.
class PartitionTree {
 public:
    /// Payloads are the tensors; a payload that several tensors share counts once, under its first name. A
    /// checkpoint of several files has one node for each file.
    static PartitionTree of(std::span<const FileLayout> files);
    static PartitionTree of(const Layout& layout);
    /// ErrorCode::invalid_argument where a size is no multiple of its item size, or the total overflows.
    static Result<PartitionTree> of(std::span<const ListedTensor> list, std::uint64_t rest_bytes = 0);

    [[nodiscard]] const std::vector<TreeTensor>& tensors() const { return tensors_; }
    [[nodiscard]] const std::vector<TreeNode>& nodes() const { return nodes_; }  ///< the root is the first
    /// Bytes outside all tensors: headers, pickles, configurations, storages without a tensor.
    [[nodiscard]] std::uint64_t rest_bytes() const { return rest_bytes_; }
    [[nodiscard]] std::uint64_t total_bytes() const { return nodes_.front().bytes + rest_bytes_; }
    /// Keys joined by '.'; empty for the root.
    [[nodiscard]] std::string path(std::uint32_t node) const;

 private:
    class Builder;

    std::vector<TreeTensor> tensors_;
    std::vector<TreeNode> nodes_{1};
    std::uint64_t rest_bytes_ = 0;
};

}  // namespace stepvault
