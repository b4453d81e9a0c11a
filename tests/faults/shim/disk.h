// What a disk must hold of a folder when the power goes: only what was synced.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace stepvault::test {

/// How much is lost.
enum class Lost {
    all,      ///< names and contents: what POSIX allows at worst
    contents  ///< only contents: names are there without a sync, as where a journal keeps nothing else
};

/// Files are told by inode, so what was renamed or linked keeps what was synced of it. What is there at first
/// is synced. Not thread-safe.
class Disk {
 public:
    explicit Disk(std::filesystem::path root);
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;

    /// `descriptor` was synced: the contents of a file, or the names in a folder.
    void synced(int descriptor);
    /// Makes the folder `target` as the root is after the loss.
    void write(const std::filesystem::path& target, Lost lost) const;

 private:
    struct Node {
        std::string content;
        std::map<std::string, std::uint64_t> names;
        bool folder = false;
    };
    std::uint64_t add(const std::filesystem::path& path);
    void take_names(const std::filesystem::path& folder, Node& node);
    void write_node(std::uint64_t inode, const std::filesystem::path& target) const;

    std::filesystem::path root_;
    std::map<std::uint64_t, Node> nodes_;
};

}  // namespace stepvault::test
