// File systems of a test's own, which nobody outside it sees.
#pragma once

#include <filesystem>
#include <fstream>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <utility>

namespace stepvault::test {

/// Gives this thread, and those and the processes that it starts later, mounts of their own. False where that
/// is not allowed.
inline bool have_own_mounts() {
    static const bool have =
        ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
    return have;
}

/// A mount, as long as it lives.
class Mounted {
 public:
    /// A file system in memory, empty, of so many bytes.
    static Mounted memory(std::filesystem::path folder, std::size_t bytes) {
        const auto options = "size=" + std::to_string(bytes);
        const bool works = ::mount("none", folder.c_str(), "tmpfs", 0, options.c_str()) == 0;
        return {std::move(folder), works};
    }
    /// What lies in `source`, on its own disk.
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
    /// False while something in it is open; true once it is unmounted, however often it is asked.
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
