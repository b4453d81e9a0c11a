#include "run/inotify_watcher.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace stepvault {

namespace {

constexpr std::uint32_t watched_events =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MODIFY | IN_MOVE_SELF | IN_ONLYDIR;
/// Reports a writer's many small changes together.
constexpr std::chrono::milliseconds burst{200};

}  // namespace

InotifyWatcher::InotifyWatcher()
    : inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)), wake_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

InotifyWatcher::~InotifyWatcher() {
    if (inotify_ >= 0) ::close(inotify_);
    if (wake_ >= 0) ::close(wake_);
}

void InotifyWatcher::add(const std::filesystem::path& folder) {
    if (inotify_ < 0) return;
    // Adding a watched folder again keeps its watch.
    const int watch = ::inotify_add_watch(inotify_, folder.c_str(), watched_events);
    if (watch < 0) return;
    const auto [known, is_new] = watches_.try_emplace(folder, watch);
    if (!is_new && known->second != watch) {
        ::inotify_rm_watch(inotify_, known->second);
        folders_.erase(known->second);
        known->second = watch;
    }
    folders_[watch] = folder;
}

std::set<std::filesystem::path> InotifyWatcher::drain() {
    std::set<std::filesystem::path> changed;
    alignas(inotify_event) std::array<char, 4096> buffer;
    for (ssize_t n = 0; (n = ::read(inotify_, buffer.data(), buffer.size())) > 0;) {
        for (std::size_t at = 0; at < static_cast<std::size_t>(n);) {
            const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
            at += sizeof(inotify_event) + event->len;
            if ((event->mask & IN_Q_OVERFLOW) != 0) {
                for (const auto& [watch, folder] : folders_)
                    changed.insert(folder);
            }
            const auto folder = folders_.find(event->wd);
            if (folder == folders_.end()) continue;
            changed.insert(folder->second);
            // The folder has moved, so its path is wrong now.
            if ((event->mask & IN_MOVE_SELF) != 0) ::inotify_rm_watch(inotify_, event->wd);
            if ((event->mask & IN_IGNORED) == 0) continue;
            // The folder is gone; another folder may take its place.
            watches_.erase(folder->second);
            folders_.erase(folder);
        }
    }
    return changed;
}

std::set<std::filesystem::path> InotifyWatcher::wait(std::chrono::milliseconds longest,
                                                     const std::stop_token& stop) {
    const std::stop_callback on_stop(stop, [this] {
        const std::uint64_t one = 1;
        (void)!::write(wake_, &one, sizeof(one));
    });
    std::array<pollfd, 2> fds{pollfd{inotify_, POLLIN, 0}, pollfd{wake_, POLLIN, 0}};
    const int ready = ::poll(fds.data(), fds.size(), static_cast<int>(longest.count()));
    if (ready <= 0 || stop.stop_requested() || (fds[0].revents & POLLIN) == 0) return {};
    ::poll(&fds[1], 1, static_cast<int>(std::min(burst, longest).count()));
    return drain();
}

}  // namespace stepvault
