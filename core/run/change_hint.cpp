#include "run/change_hint.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace stepvault {

namespace {

constexpr std::uint32_t events =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MODIFY | IN_ONLYDIR;
/// A writer's many small changes are looked at together.
constexpr std::chrono::milliseconds burst{200};

}  // namespace

ChangeHint::ChangeHint()
    : inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)), wake_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

ChangeHint::~ChangeHint() {
    if (inotify_ >= 0) ::close(inotify_);
    if (wake_ >= 0) ::close(wake_);
}

void ChangeHint::add(const std::filesystem::path& folder) {
    if (inotify_ < 0) return;
    (void)::inotify_add_watch(inotify_, folder.c_str(), events);
}

void ChangeHint::drain() {
    alignas(inotify_event) std::array<char, 4096> buffer;
    while (::read(inotify_, buffer.data(), buffer.size()) > 0) {
    }
}

void ChangeHint::wait(std::chrono::milliseconds longest, const std::stop_token& stop) {
    const std::stop_callback on_stop(stop, [this] {
        const std::uint64_t one = 1;
        (void)!::write(wake_, &one, sizeof(one));
    });
    std::array<pollfd, 2> fds{pollfd{inotify_, POLLIN, 0}, pollfd{wake_, POLLIN, 0}};
    const int ready = ::poll(fds.data(), fds.size(), static_cast<int>(longest.count()));
    if (ready <= 0 || stop.stop_requested()) return;
    if ((fds[0].revents & POLLIN) != 0) {
        ::poll(&fds[1], 1, static_cast<int>(std::min(burst, longest).count()));
        drain();
    }
}

}  // namespace stepvault
