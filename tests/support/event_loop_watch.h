// Reports where the app waits for a disk, or for a thread, on the event loop. In an executable that links
// this file the C library's waiting calls pass through here.
#pragma once

#include <filesystem>

#include <QApplication>
#include <QStringList>

namespace stepvault::ui::tests {

/// Marks the time in which an event is handled as the app's; a test's own functions run outside of it.
/// Durations are not checked, because they depend on the machine more than on the app.
class WatchedApplication : public QApplication {
 public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;
};

/// While an object exists (at most one at a time), it notes the event loop's calls that reach files below a
/// folder, join a thread or sleep. GUI thread.
class EventLoopWatch {
 public:
    explicit EventLoopWatch(std::filesystem::path folder);
    ~EventLoopWatch();
    EventLoopWatch(const EventLoopWatch&) = delete;
    EventLoopWatch& operator=(const EventLoopWatch&) = delete;

    /// Each finding once, for example "open runs/x/run.json in Timer of stepvault::ui::VaultSession"; empty
    /// if the event loop never waited.
    [[nodiscard]] QStringList findings() const;
};

}  // namespace stepvault::ui::tests
