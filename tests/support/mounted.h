// File systems that only the test process and its children see.
#pragma once

#include <filesystem>
#include <fstream>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <utility>

namespace stepvault::test {

/// Gives this thread, and the threads and processes that it starts later, their own mounts. Returns false
/// where the system does not allow that.
inline bool have_own_mounts() {
    static const bool have =
        ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
    return have;
}

/// A mount that ends with the object.
class Mounted {
 public:
    /// An empty file system in memory, of `bytes` bytes.
    static Mounted memory(std::filesystem::path folder, std::size_t bytes) {
        const auto options = "size=" + std::to_string(bytes);
        const bool works = ::mount("none", folder.c_str(), "tmpfs", 0, options.c_str()) == 0;
        return {std::move(folder), works};
    }
    /// Mounts the contents of `source`, on the disk of `source`.
    static Mounted bound(const std::filesystem::path& source, std::filesystem::path folder) {
        const bool works = ::mount(source.c_str(), folder.c_str(), nullptr, MS_BIND, nullptr) == 0;
        return {std::move(folder), works};
    }
    ~Mounted() {
        if (works_) (void)::umount2(folder_.c_str(), MNT_DETACH);
    }
    Mounted(const Mounted&) = delete;
    Mounted& operator=(const Mounted&) = delete;

    [[nodiscard]] bool works() const { return works_; }
    /// Returns false while something in the mount is open, true once it is unmounted. May be called again.
    [[nodiscard]] bool unmount() {
        works_ = works_ && ::umount2(folder_.c_str(), 0) != 0;
        return !works_;
    }

 private:
    Mounted(std::filesystem::path folder, bool works) : folder_(std::move(folder)), works_(works) {}

    std::filesystem::path folder_;
    bool works_;
};

/// Writes to `file` until its disk is full.
inline void fill_disk(const std::filesystem::path& file) {
    std::ofstream out(file, std::ios::binary);
    for (const std::size_t size : {std::size_t{65536}, std::size_t{4096}}) {
        const std::string block(size, '\xa5');
        while (out.write(block.data(), static_cast<std::streamsize>(size)).flush()) {
        }
        out.clear();
    }
}

}  // namespace stepvault::test
