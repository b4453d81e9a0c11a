#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

namespace stepvault::ui {

class MainWindow;

/// Waits until the window shows what was asked for and is calm, then writes it as a PNG once.
class Screenshot : public QObject {
    Q_OBJECT

 public:
    /// `delay`: seconds to wait at least.
    Screenshot(MainWindow& window, QString file, int delay, QObject* parent = nullptr);

 signals:
    void taken(bool written);

 private:
    void look();

    MainWindow& window_;
    QString file_;
    int delay_;
    QTimer timer_;
    QElapsedTimer waiting_;
    int calm_ = 0;
};

}  // namespace stepvault::ui
