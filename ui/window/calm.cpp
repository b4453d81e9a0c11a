#include "ui/window/calm.h"

#include "ui/window/main_window.h"

namespace stepvault::ui {

namespace {
constexpr int lookMs = 100;
constexpr int calmLooks = 8;
constexpr qint64 longestMs = 60000;
}  // namespace

Calm::Calm(MainWindow& window, int delay, QObject* parent) : QObject(parent), window_(window), delay_(delay) {
    waiting_.start();
    timer_.setInterval(lookMs);
    connect(&timer_, &QTimer::timeout, this, &Calm::look);
    timer_.start();
}

void Calm::look() {
    calm_ = window_.isSettled() ? calm_ + 1 : 0;
    const qint64 waited = waiting_.elapsed() - 1000LL * delay_;
    if (waited < 0 || (calm_ < calmLooks && waited < longestMs)) return;
    timer_.stop();
    emit reached();
}

}  // namespace stepvault::ui
