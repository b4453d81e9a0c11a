#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace stepvault::ui {

class MainWindow;

/// Waits until the window shows the requested page and nothing moves, then tells of it once. After a minute
/// it waits no longer.
class IdleWaiter : public QObject {
    Q_OBJECT

 public:
    /// `delay`: seconds to wait at least.
    explicit IdleWaiter(MainWindow& window, int delay = 0, QObject* parent = nullptr);

 signals:
    void reached();

 private:
    void look();

    MainWindow& window_;
    int delay_;
    QTimer timer_;
    QElapsedTimer waiting_;
    int idle_ = 0;
};

}  // namespace stepvault::ui
