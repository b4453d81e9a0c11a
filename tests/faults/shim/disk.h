// The contents of a folder that a disk must hold after a loss of power: only what was synced.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace stepvault::test {

/// How much is lost.
enum class Lost {
    all,      ///< names and contents: what POSIX allows at worst
    contents  ///< only contents: the disk keeps names without a sync, as a journal does at least
};

/// Identifies files by inode, so a renamed or linked file keeps its synced contents. The first contents count
/// as synced. Not thread-safe.
class Disk {
 public:
    explicit Disk(std::filesystem::path root);
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;

    /// `descriptor` was synced: the contents of a file, or the names in a folder.
    void synced(int descriptor);
    /// Writes the state of the root after the loss to the folder `target`.
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
