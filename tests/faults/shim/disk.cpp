#include "disk.h"

#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

namespace stepvault::test {

namespace fs = std::filesystem;

namespace {

std::string read_all(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_all(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

std::uint64_t inode_of(const fs::path& path) {
    struct stat s {};
    return ::stat(path.c_str(), &s) == 0 ? s.st_ino : 0;
}

}  // namespace

Disk::Disk(fs::path root) : root_(std::move(root)) {
    add(root_);
    take_names(root_, nodes_[inode_of(root_)]);
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
        auto& node = nodes_[add(entry.path())];
        if (node.folder)
            take_names(entry.path(), node);
        else
            node.content = read_all(entry.path());
    }
}

std::uint64_t Disk::add(const fs::path& path) {
    const auto inode = inode_of(path);
    if (inode == 0) return 0;
    const auto [node, is_new] = nodes_.try_emplace(inode);
    if (!is_new) return inode;
    node->second.folder = fs::is_directory(path);
    // Never closed: no other file gets the inode as long as the descriptor is open.
    (void)::open(path.c_str(), O_PATH | O_CLOEXEC);
    return inode;
}

void Disk::take_names(const fs::path& folder, Node& node) {
    node.names.clear();
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (const auto inode = add(entry.path()); inode != 0) node.names[entry.path().filename()] = inode;
    }
}

void Disk::synced(int descriptor) {
    const fs::path path = "/proc/self/fd/" + std::to_string(descriptor);
    const auto inode = add(path);
    if (inode == 0) return;
    auto& node = nodes_[inode];
    if (node.folder)
        take_names(path / "", node);
    else
        node.content = read_all(path);
}

void Disk::write_node(std::uint64_t inode, const fs::path& target) const {
    const auto& node = nodes_.at(inode);
    if (!node.folder) {
        write_all(target, node.content);
        return;
    }
    fs::create_directories(target);
    for (const auto& [name, child] : node.names)
        write_node(child, target / name);
}

void Disk::write(const fs::path& target, Lost lost) const {
    if (lost == Lost::all) {
        write_node(inode_of(root_), target);
        return;
    }
    fs::create_directories(target);
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
        const auto place = target / entry.path().lexically_relative(root_);
        const auto node = nodes_.find(inode_of(entry.path()));
        if (entry.is_directory())
            fs::create_directories(place);
        else
            write_all(place, node != nodes_.end() ? node->second.content : std::string());
    }
}

}  // namespace stepvault::test
