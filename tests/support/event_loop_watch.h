// Tells what of the app waits for a disk, or for a thread, on the event loop. Who links it has the C
// library's calls that do so pass through here.
#pragma once

#include <filesystem>

#include <QApplication>
#include <QStringList>

namespace stepvault::ui::tests {

/// What the app does is what happens while an event is handled; a test's own functions run outside of that.
/// Times are not looked at: they would say more of the machine than of the app.
class WatchedApplication : public QApplication {
 public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;
};

/// While there is one (one at a time), the event loop's calls are noted that reach files below a folder, join
/// a thread or sleep. GUI thread.
class EventLoopWatch {
 public:
    explicit EventLoopWatch(std::filesystem::path folder);
    ~EventLoopWatch();
    EventLoopWatch(const EventLoopWatch&) = delete;
    EventLoopWatch& operator=(const EventLoopWatch&) = delete;

    /// "open runs/x/run.json in Timer of stepvault::ui::VaultSession", each once; empty for a calm loop.
    [[nodiscard]] QStringList findings() const;
};

}  // namespace stepvault::ui::tests
