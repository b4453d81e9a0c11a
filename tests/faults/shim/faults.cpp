#include "faults.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace stepvault::test {

namespace {

constexpr int crashed = 99;
// Without the standard library's calls on folders and SQLite's syncs, which are not repeated after EINTR.
constexpr std::array<std::string_view, 7> interruptible{"open",  "read",      "pread",          "write",
                                                        "fsync", "ftruncate", "posix_fallocate"};

thread_local bool is_within = false;
thread_local bool was_interrupted = false;

std::string setting(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

bool lies_in(const std::string& path, const std::string& folder) {
    return !folder.empty() && path.starts_with(folder) &&
           (path.size() == folder.size() || path[folder.size()] == '/');
}

int number(const char* name) {
    return std::atoi(setting(name).c_str());
}

}  // namespace

Faults& Faults::here() {
    static Faults faults;
    return faults;
}

Faults::Faults()
    : root_(setting("STEPVAULT_FAULT_ROOT")),
      apart_(setting("STEPVAULT_FAULT_APART")),
      moves_(setting("STEPVAULT_FAULT_MOVES")),
      action_(setting("STEPVAULT_FAULT_DO")),
      disk_folder_(setting("STEPVAULT_FAULT_DISK")),
      lost_(setting("STEPVAULT_FAULT_LOST") == "contents" ? Lost::contents : Lost::all),
      wanted_(static_cast<std::size_t>(number("STEPVAULT_FAULT_CALL"))),
      error_(number("STEPVAULT_FAULT_ERRNO")) {
    if (const auto log = setting("STEPVAULT_FAULT_LOG"); !log.empty()) log_.open(log);
    if (!root_.empty() && !disk_folder_.empty()) disk_ = std::make_unique<Disk>(root_);
}

Faults::~Faults() {
    is_within = true;
    if (disk_ && action_ == "end") disk_->write(disk_folder_, lost_);
}

bool Faults::concerns(const std::string& path) const {
    return lies_in(path, root_);
}

bool Faults::are_apart(const std::string& a, const std::string& b) const {
    return lies_in(a, apart_) != lies_in(b, apart_);
}

Call::Call(const char* name, Kind kind, const std::string& path)
    : faults_((is_within = true, Faults::here())), lock_(faults_.mutex_, std::defer_lock) {
    concerned_ = faults_.concerns(path);
    if (!concerned_) return;
    if (faults_.moves_ == "interrupted" && std::ranges::find(interruptible, name) != interruptible.end()) {
        was_interrupted = !was_interrupted;
        if (was_interrupted) {
            error_ = EINTR;
            return;
        }
    }
    halves_ = faults_.moves_ == "short";
    if (kind == Kind::moves) return;
    lock_.lock();
    const auto n = ++faults_.calls_;
    if (faults_.log_.is_open()) faults_.log_ << n << ' ' << name << ' ' << path << std::endl;
    if (faults_.wanted_ == 0 || n < faults_.wanted_) return;
    if (faults_.action_ == "full" && kind == Kind::takes_space) {
        // When a disk fills up, it still takes a part of the data.
        if (n == faults_.wanted_ && std::string_view(name) == "write")
            halves_ = true;
        else
            error_ = faults_.error_;
    }
    if (n != faults_.wanted_) return;
    if (faults_.action_ == "before") crash();
    crashes_after_ = faults_.action_ == "after";
    if (faults_.action_ == "fail") error_ = faults_.error_;
}

Call::~Call() {
    const int kept = errno;
    if (crashes_after_) crash();
    is_within = false;
    errno = kept;
}

std::size_t Call::share_of(std::size_t size) const {
    return halves_ && size > 1 ? size / 2 : size;
}

void Call::synced(int descriptor) {
    if (concerned_ && faults_.disk_) faults_.disk_->synced(descriptor);
}

bool Call::within() {
    return is_within;
}

std::string Call::path_of(int descriptor) {
    std::array<char, 4096> path{};
    const auto link = "/proc/self/fd/" + std::to_string(descriptor);
    const auto n = ::readlink(link.c_str(), path.data(), path.size());
    return n > 0 ? std::string(path.data(), static_cast<std::size_t>(n)) : std::string();
}

std::string Call::path_in(int folder, const char* path) {
    if (*path == '/') return path;
    std::array<char, 4096> current{};
    if (folder != AT_FDCWD) return path_of(folder) + "/" + path;
    return ::getcwd(current.data(), current.size()) != nullptr ? std::string(current.data()) + "/" + path
                                                               : std::string(path);
}

void Call::crash() {
    if (faults_.disk_) faults_.disk_->write(faults_.disk_folder_, faults_.lost_);
    ::_exit(crashed);
}

}  // namespace stepvault::test
