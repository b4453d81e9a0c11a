#include "ui/window/screenshot.h"

#include <utility>

#include <QPixmap>

#include "ui/window/main_window.h"

namespace stepvault::ui {

namespace {
constexpr int lookMs = 250;
constexpr int calmLooks = 10;
constexpr qint64 longestMs = 60000;
}  // namespace

Screenshot::Screenshot(MainWindow& window, QString file, int delay, QObject* parent)
    : QObject(parent), window_(window), file_(std::move(file)), delay_(delay) {
    waiting_.start();
    timer_.setInterval(lookMs);
    connect(&timer_, &QTimer::timeout, this, &Screenshot::look);
    timer_.start();
}

void Screenshot::look() {
    calm_ = window_.isSettled() ? calm_ + 1 : 0;
    const qint64 waited = waiting_.elapsed() - 1000LL * delay_;
    if (waited < 0 || (calm_ < calmLooks && waited < longestMs)) return;
    timer_.stop();
    emit taken(window_.grab().save(file_, "PNG"));
}

}  // namespace stepvault::ui
