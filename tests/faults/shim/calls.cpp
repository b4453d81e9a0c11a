// The libc calls by which the product, the standard library and SQLite change files, for LD_PRELOAD.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "faults.h"

using stepvault::test::Call;
using stepvault::test::Faults;
using stepvault::test::Kind;

namespace {

template <class Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Makes the call, or fails with the error that the call is to fail with.
template <class Make>
auto made(const Call& call, Make make) -> decltype(make()) {
    if (call.error() == 0) return make();
    errno = call.error();
    return -1;
}

template <class Make>
int name_call(const char* name, Kind kind, int folder, const char* path, Make make) {
    if (Call::within()) return make();
    const Call call(name, kind, Call::path_in(folder, path));
    return made(call, make);
}

/// A call with two paths, which fails between two disks.
template <class Make>
int pair_call(const char* name, int from_folder, const char* from, int folder, const char* to, Make make) {
    if (Call::within()) return make();
    const auto place = Call::path_in(folder, to);
    const Call call(name, Kind::takes_space, place);
    return made(call, [&] {
        if (!Faults::here().are_apart(Call::path_in(from_folder, from), place)) return make();
        errno = EXDEV;
        return -1;
    });
}

template <class Make>
auto move_call(const char* name, Kind kind, int fd, std::size_t size, Make make) -> decltype(make(size)) {
    if (Call::within()) return make(size);
    const Call call(name, kind, Call::path_of(fd));
    return made(call, [&] { return make(call.share_of(size)); });
}

template <class Make>
int open_call(const char* name, int folder, const char* path, int flags, Make make) {
    const bool makes = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    return name_call(name, makes || (flags & O_TRUNC) != 0 ? Kind::takes_space : Kind::moves, folder, path,
                     make);
}

/// The shim's Disk records what was synced; the real disk need not sync.
int sync_call(const char* name, int fd) {
    Call call(name, Kind::changes, Call::path_of(fd));
    const int result = made(call, [] { return 0; });
    if (result == 0) call.synced(fd);
    return result;
}

mode_t mode_of(int flags, va_list arguments) {
    const bool has_mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    return has_mode ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    static auto* const next = real<int(const char*, int, mode_t)>("open");
    va_list arguments;
    va_start(arguments, flags);
    const auto mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_call("open", AT_FDCWD, path, flags, [&] { return next(path, flags, mode); });
}
int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const auto mode = mode_of(flags, arguments);
    va_end(arguments);
    return open(path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
    static auto* const next = real<int(int, const char*, int, mode_t)>("openat");
    va_list arguments;
    va_start(arguments, flags);
    const auto mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_call("openat", folder, path, flags, [&] { return next(folder, path, flags, mode); });
}

ssize_t read(int fd, void* to, size_t size) {
    static auto* const next = real<ssize_t(int, void*, size_t)>("read");
    return move_call("read", Kind::moves, fd, size, [&](size_t n) { return next(fd, to, n); });
}
ssize_t pread(int fd, void* to, size_t size, off_t at) {
    static auto* const next = real<ssize_t(int, void*, size_t, off_t)>("pread");
    return move_call("pread", Kind::moves, fd, size, [&](size_t n) { return next(fd, to, n, at); });
}
ssize_t pread64(int fd, void* to, size_t size, off64_t at) {
    return pread(fd, to, size, at);
}
ssize_t write(int fd, const void* from, size_t size) {
    static auto* const next = real<ssize_t(int, const void*, size_t)>("write");
    return move_call("write", Kind::takes_space, fd, size, [&](size_t n) { return next(fd, from, n); });
}
ssize_t pwrite(int fd, const void* from, size_t size, off_t at) {
    static auto* const next = real<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    return move_call("write", Kind::takes_space, fd, size, [&](size_t n) { return next(fd, from, n, at); });
}
ssize_t pwrite64(int fd, const void* from, size_t size, off64_t at) {
    return pwrite(fd, from, size, at);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
    static auto* const next = real<ssize_t(int, const struct iovec*, int)>("writev");
    return move_call("writev", Kind::takes_space, fd, 0, [&](size_t) { return next(fd, parts, count); });
}
ssize_t sendfile(int to, int from, off_t* at, size_t size) noexcept {
    static auto* const next = real<ssize_t(int, int, off_t*, size_t)>("sendfile");
    return move_call("sendfile", Kind::takes_space, to, size,
                     [&](size_t n) { return next(to, from, at, n); });
}

int ftruncate(int fd, off_t size) noexcept {
    static auto* const next = real<int(int, off_t)>("ftruncate");
    return move_call("ftruncate", Kind::changes, fd, 0, [&](size_t) { return next(fd, size); });
}
int ftruncate64(int fd, off64_t size) noexcept {
    return ftruncate(fd, size);
}
int posix_fallocate(int fd, off_t at, off_t size) {
    static auto* const next = real<int(int, off_t, off_t)>("posix_fallocate");
    if (Call::within()) return next(fd, at, size);
    const Call call("posix_fallocate", Kind::takes_space, Call::path_of(fd));
    return call.error() != 0 ? call.error() : next(fd, at, size);
}

int fsync(int fd) {
    return sync_call("fsync", fd);
}
int fdatasync(int fd) {
    return sync_call("fdatasync", fd);
}

int rename(const char* from, const char* to) noexcept {
    static auto* const next = real<int(const char*, const char*)>("rename");
    return pair_call("rename", AT_FDCWD, from, AT_FDCWD, to, [&] { return next(from, to); });
}
int renameat2(int from_folder, const char* from, int folder, const char* to, unsigned flags) noexcept {
    static auto* const next = real<int(int, const char*, int, const char*, unsigned)>("renameat2");
    return pair_call("rename", from_folder, from, folder, to,
                     [&] { return next(from_folder, from, folder, to, flags); });
}
int link(const char* from, const char* to) noexcept {
    static auto* const next = real<int(const char*, const char*)>("link");
    return pair_call("link", AT_FDCWD, from, AT_FDCWD, to, [&] { return next(from, to); });
}
int mkdir(const char* path, mode_t mode) noexcept {
    static auto* const next = real<int(const char*, mode_t)>("mkdir");
    return name_call("mkdir", Kind::takes_space, AT_FDCWD, path, [&] { return next(path, mode); });
}
int unlink(const char* path) noexcept {
    static auto* const next = real<int(const char*)>("unlink");
    return name_call("unlink", Kind::changes, AT_FDCWD, path, [&] { return next(path); });
}
int unlinkat(int folder, const char* path, int flags) noexcept {
    static auto* const next = real<int(int, const char*, int)>("unlinkat");
    return name_call("unlink", Kind::changes, folder, path, [&] { return next(folder, path, flags); });
}
int rmdir(const char* path) noexcept {
    static auto* const next = real<int(const char*)>("rmdir");
    return name_call("rmdir", Kind::changes, AT_FDCWD, path, [&] { return next(path); });
}
int remove(const char* path) noexcept {
    static auto* const next = real<int(const char*)>("remove");
    return name_call("remove", Kind::changes, AT_FDCWD, path, [&] { return next(path); });
}
}
