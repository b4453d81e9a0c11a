#include <algorithm>
#include <array>
#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "run/stability_tracker.h"

namespace stepvault {

namespace {

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

/// Recognizes pipes, sockets and devices by their link alone, because a stat may hang on a dead network
/// mount.
bool may_be_file(int folder, const char* name) {
    std::array<char, 16> link{};
    const auto n = ::readlinkat(folder, name, link.data(), link.size());
    if (n <= 0) return false;
    const std::string_view text(link.data(), static_cast<std::size_t>(n));
    if (text.starts_with("/dev/")) return text.starts_with("/dev/shm/");
    return text.starts_with('/') && !text.starts_with("/proc/") && !text.starts_with("/sys/");
}

bool open_for_writing(const std::string& process, std::string_view descriptor) {
    std::string path = process + "/fdinfo/";
    path += descriptor;
    const auto file = File::open_read(path);
    if (!file.ok()) return false;
    std::array<std::byte, 256> bytes{};
    const auto n = (*file).read_some(0, bytes);
    if (!n.ok()) return false;
    const auto text = as_text(ByteView(bytes).first(*n));
    constexpr std::string_view label = "flags:";
    auto at = text.find(label);
    if (at == std::string_view::npos) return false;
    at = text.find_first_not_of(" \t", at + label.size());
    if (at == std::string_view::npos) return false;
    unsigned flags = 0;
    const auto parsed = std::from_chars(text.data() + at, text.data() + text.size(), flags, 8);
    return parsed.ec == std::errc() && (flags & O_ACCMODE) != O_RDONLY;
}

bool writes_one_of(const std::string& process, const Fingerprint& fingerprint) {
    const Folder descriptors(::opendir((process + "/fd").c_str()));
    if (descriptors == nullptr) return false;
    const int at = ::dirfd(descriptors.get());
    while (const dirent* entry = ::readdir(descriptors.get())) {
        if (!is_number(entry->d_name) || !may_be_file(at, entry->d_name)) continue;
        struct stat s {};
        if (::fstatat(at, entry->d_name, &s, 0) != 0) continue;
        const bool ours = std::ranges::any_of(fingerprint.files, [&](const FileIdentity& f) {
            return f.device == s.st_dev && f.inode == s.st_ino;
        });
        if (ours && open_for_writing(process, entry->d_name)) return true;
    }
    return false;
}

}  // namespace

bool has_writer(const Fingerprint& fingerprint) {
    const Folder processes(::opendir("/proc"));
    if (processes == nullptr) return false;
    while (const dirent* entry = ::readdir(processes.get())) {
        if (is_number(entry->d_name) && writes_one_of(std::string("/proc/") + entry->d_name, fingerprint))
            return true;
    }
    return false;
}

}  // namespace stepvault
