#include "ui/window/idle_waiter.h"

#include "ui/window/main_window.h"

namespace stepvault::ui {

namespace {
constexpr int lookMs = 100;
constexpr int calmLooks = 8;
constexpr qint64 longestMs = 60000;
}  // namespace

IdleWaiter::IdleWaiter(MainWindow& window, int delay, QObject* parent)
    : QObject(parent), window_(window), delay_(delay) {
    waiting_.start();
    timer_.setInterval(lookMs);
    connect(&timer_, &QTimer::timeout, this, &IdleWaiter::look);
    timer_.start();
}

void IdleWaiter::look() {
    idle_ = window_.isSettled() ? idle_ + 1 : 0;
    const qint64 waited = waiting_.elapsed() - 1000LL * delay_;
    if (waited < 0 || (idle_ < calmLooks && waited < longestMs)) return;
    timer_.stop();
    emit reached();
}

}  // namespace stepvault::ui
