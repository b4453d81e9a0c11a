#include "support/event_loop_watch.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <string>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>
#include <utility>

#include <QEvent>
#include <QMetaEnum>
#include <QThread>

namespace {

/// The event that this thread handles, if this is the event loop's thread.
struct Handling {
    const char* receiver = nullptr;  ///< class of the receiver
    QEvent::Type type = QEvent::None;
};

// A global variable, because the C library's functions take no other argument.
thread_local Handling handling;
thread_local bool isNoting = false;
std::string watched;
QStringList noted;

void note(const char* call, const QString& what) {
    const char* type = QMetaEnum::fromType<QEvent::Type>().valueToKey(handling.type);
    const QString line = QStringLiteral("%1 %2 in %3 of %4")
                             .arg(QLatin1String(call), what, QLatin1String(type != nullptr ? type : "event"),
                                  QLatin1String(handling.receiver));
    if (!noted.contains(line)) noted << line;
}

/// Runs `work` if the event loop is in the app's code and a folder is watched. Keeps errno.
template <class Work>
void whenWatched(Work&& work) {
    if (handling.receiver == nullptr || isNoting || watched.empty()) return;
    const int error = errno;
    isNoting = true;
    work();
    isNoting = false;
    errno = error;
}

void seePath(const char* call, const char* path) {
    whenWatched([&] {
        const std::string_view text = path != nullptr ? path : "";
        if (text.starts_with(watched))
            note(call, QString::fromLocal8Bit(text.data() + watched.size(),
                                              static_cast<qsizetype>(text.size() - watched.size())));
    });
}

void seeFile(const char* call, int descriptor) {
    whenWatched([&] {
        char path[4096];
        const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
        const ssize_t length = ::readlink(link.c_str(), path, sizeof(path) - 1);
        if (length <= 0) return;
        path[length] = '\0';
        isNoting = false;
        seePath(call, path);
        isNoting = true;
    });
}

void seeWait(const char* call) {
    whenWatched([&] { note(call, QStringLiteral("and waits")); });
}

template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

mode_t modeOf(int flags, va_list arguments) {
    return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

// Calls of the app, of the C++ library, of Qt and of SQLite that wait for a disk or for a thread.
extern "C" {

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    seePath("open", path);
    static const auto real = next<int(const char*, int, ...)>("open");
    return real(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    seePath("open", path);
    static const auto real = next<int(const char*, int, ...)>("open64");
    return real(path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) {
    seePath("open", path);
    static const auto real = next<FILE*(const char*, const char*)>("fopen");
    return real(path, mode);
}

FILE* fopen64(const char* path, const char* mode) {
    seePath("open", path);
    static const auto real = next<FILE*(const char*, const char*)>("fopen64");
    return real(path, mode);
}

DIR* opendir(const char* path) {
    seePath("list", path);
    static const auto real = next<DIR*(const char*)>("opendir");
    return real(path);
}

ssize_t read(int descriptor, void* out, size_t size) {
    seeFile("read", descriptor);
    static const auto real = next<ssize_t(int, void*, size_t)>("read");
    return real(descriptor, out, size);
}

ssize_t pread(int descriptor, void* out, size_t size, off_t at) {
    seeFile("read", descriptor);
    static const auto real = next<ssize_t(int, void*, size_t, off_t)>("pread");
    return real(descriptor, out, size, at);
}

ssize_t pread64(int descriptor, void* out, size_t size, off64_t at) {
    seeFile("read", descriptor);
    static const auto real = next<ssize_t(int, void*, size_t, off64_t)>("pread64");
    return real(descriptor, out, size, at);
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
    seeFile("write", descriptor);
    static const auto real = next<ssize_t(int, const void*, size_t)>("write");
    return real(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t at) {
    seeFile("write", descriptor);
    static const auto real = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    return real(descriptor, bytes, size, at);
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off64_t at) {
    seeFile("write", descriptor);
    static const auto real = next<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
    return real(descriptor, bytes, size, at);
}

int fsync(int descriptor) {
    seeFile("flush", descriptor);
    static const auto real = next<int(int)>("fsync");
    return real(descriptor);
}

int fdatasync(int descriptor) {
    seeFile("flush", descriptor);
    static const auto real = next<int(int)>("fdatasync");
    return real(descriptor);
}

int rename(const char* from, const char* to) noexcept {
    seePath("rename", from);
    static const auto real = next<int(const char*, const char*)>("rename");
    return real(from, to);
}

int unlink(const char* path) noexcept {
    seePath("remove", path);
    static const auto real = next<int(const char*)>("unlink");
    return real(path);
}

int remove(const char* path) noexcept {
    seePath("remove", path);
    static const auto real = next<int(const char*)>("remove");
    return real(path);
}

int mkdir(const char* path, mode_t mode) noexcept {
    seePath("make", path);
    static const auto real = next<int(const char*, mode_t)>("mkdir");
    return real(path, mode);
}

int stat(const char* path, struct stat* out) noexcept {
    seePath("look at", path);
    static const auto real = next<int(const char*, struct stat*)>("stat");
    return real(path, out);
}

int stat64(const char* path, struct stat64* out) noexcept {
    seePath("look at", path);
    static const auto real = next<int(const char*, struct stat64*)>("stat64");
    return real(path, out);
}

int lstat(const char* path, struct stat* out) noexcept {
    seePath("look at", path);
    static const auto real = next<int(const char*, struct stat*)>("lstat");
    return real(path, out);
}

int lstat64(const char* path, struct stat64* out) noexcept {
    seePath("look at", path);
    static const auto real = next<int(const char*, struct stat64*)>("lstat64");
    return real(path, out);
}

int statx(int folder, const char* path, int flags, unsigned mask, struct statx* out) noexcept {
    seePath("look at", path);
    static const auto real = next<int(int, const char*, int, unsigned, struct statx*)>("statx");
    return real(folder, path, flags, mask, out);
}

int statvfs(const char* path, struct statvfs* out) noexcept {
    seePath("look at", path);
    static const auto real = next<int(const char*, struct statvfs*)>("statvfs");
    return real(path, out);
}

int statvfs64(const char* path, struct statvfs64* out) noexcept {
    seePath("look at", path);
    static const auto real = next<int(const char*, struct statvfs64*)>("statvfs64");
    return real(path, out);
}

int pthread_join(pthread_t thread, void** result) {
    seeWait("join");
    static const auto real = next<int(pthread_t, void**)>("pthread_join");
    return real(thread, result);
}

int nanosleep(const timespec* time, timespec* left) {
    seeWait("sleep");
    static const auto real = next<int(const timespec*, timespec*)>("nanosleep");
    return real(time, left);
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
    seeWait("sleep");
    static const auto real = next<int(clockid_t, int, const timespec*, timespec*)>("clock_nanosleep");
    return real(clock, flags, time, left);
}

}  // extern "C"

namespace stepvault::ui::tests {

bool WatchedApplication::notify(QObject* receiver, QEvent* event) {
    if (QThread::currentThread() != thread()) return QApplication::notify(receiver, event);
    const Handling before = std::exchange(handling, {receiver->metaObject()->className(), event->type()});
    const bool isHandled = QApplication::notify(receiver, event);
    handling = before;
    return isHandled;
}

EventLoopWatch::EventLoopWatch(std::filesystem::path folder) {
    noted.clear();
    watched = (std::move(folder) / "").native();
}

EventLoopWatch::~EventLoopWatch() {
    watched.clear();
}

QStringList EventLoopWatch::findings() const {
    return noted;
}

}  // namespace stepvault::ui::tests
