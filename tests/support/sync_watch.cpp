#include "support/sync_watch.h"

#include <cerrno>
#include <mutex>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace stepvault::test {

namespace {

struct Watching {
    std::mutex mutex;
    std::function<int(const std::filesystem::path&)> on_sync;
};

Watching& watching() {
    static Watching watching;
    return watching;
}

int flush(int fd) {
    auto& w = watching();
    const std::scoped_lock lock(w.mutex);
    if (!w.on_sync) return 0;
    std::error_code ec;
    errno = w.on_sync(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), ec));
    return errno == 0 ? 0 : -1;
}

}  // namespace

SyncWatch::SyncWatch(std::function<int(const std::filesystem::path&)> on_sync) {
    const std::scoped_lock lock(watching().mutex);
    watching().on_sync = std::move(on_sync);
}

SyncWatch::~SyncWatch() {
    const std::scoped_lock lock(watching().mutex);
    watching().on_sync = nullptr;
}

}  // namespace stepvault::test

/// Replaces the C library's fsync().
extern "C" int fsync(int fd) {
    return stepvault::test::flush(fd);
}

extern "C" int fdatasync(int fd) {
    return stepvault::test::flush(fd);
}
