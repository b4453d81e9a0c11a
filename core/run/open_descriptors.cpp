#include "run/open_descriptors.h"

#include <array>
#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

namespace stepvault {

namespace {

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

/// Recognizes pipes, sockets and devices by their link.
bool may_be_file(std::string_view target) {
    if (target.starts_with("/dev/")) return target.starts_with("/dev/shm/");
    return target.starts_with('/') && !target.starts_with("/proc/") && !target.starts_with("/sys/");
}

std::string process_folder(const std::string& process) {
    return "/proc/" + process;
}

bool find_descriptor_of(const std::string& process,
                        const std::function<bool(const OpenDescriptor&)>& accepts) {
    const Folder descriptors(::opendir((process_folder(process) + "/fd").c_str()));
    if (descriptors == nullptr) return false;
    const int at = ::dirfd(descriptors.get());
    std::array<char, 4096> link{};
    while (const dirent* entry = ::readdir(descriptors.get())) {
        if (!is_number(entry->d_name)) continue;
        const auto n = ::readlinkat(at, entry->d_name, link.data(), link.size());
        if (n <= 0) continue;
        const OpenDescriptor open{at, process, entry->d_name,
                                  std::string(link.data(), static_cast<std::size_t>(n))};
        if (may_be_file(open.target) && accepts(open)) return true;
    }
    return false;
}

}  // namespace

bool find_descriptor(const std::function<bool(const OpenDescriptor&)>& accepts) {
    const Folder processes(::opendir("/proc"));
    if (processes == nullptr) return false;
    while (const dirent* entry = ::readdir(processes.get())) {
        if (is_number(entry->d_name) && find_descriptor_of(entry->d_name, accepts)) return true;
    }
    return false;
}

bool is_open_for_writing(const OpenDescriptor& descriptor) {
    const auto file = File::open_read(process_folder(descriptor.process) + "/fdinfo/" + descriptor.name);
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

}  // namespace stepvault
